import { assignLoans, type LateLoan, maxAssigned } from '@hiram/contract/console/collections';
import { type AgencyId, asId, type StaffId } from '@hiram/contract/ids';
import { plural } from '@lingui/core/macro';
import { useLingui } from '@lingui/react/macro';
import { type ReactNode, useState } from 'react';
import { SelectField } from '../kit/controls/Field.tsx';
import { CallDialog } from '../net/CallDialog.tsx';
import { useStaffAction } from '../net/useStaffCall.ts';

interface Props {
  readonly brand: string;
  /** The loans of the queue, as it is filtered. */
  readonly rows: readonly LateLoan[];
  readonly agencies: readonly { readonly agencyId: AgencyId; readonly name: string }[];
  readonly collectors: readonly { readonly staffId: StaffId; readonly name: string }[];
  readonly onClose: () => void;
}

/** Gives the first loans of the queue to a person, an agency or nobody. */
export function AssignDialog({ brand, rows, agencies, collectors, onClose }: Props): ReactNode {
  const { t } = useLingui();
  const [owner, setOwner] = useState('');
  const assigning = useStaffAction(assignLoans, brand);
  const orderIds = rows.slice(0, maxAssigned).map(({ orderId }) => orderId);
  const count = orderIds.length;
  const [kind, id = ''] = owner.split(' ');
  const send = () =>
    assigning.mutate(
      {
        orderIds,
        ...(kind === 'agency' ? { agencyId: asId<'agency'>(id) } : {}),
        ...(kind === 'person' ? { staffId: asId<'staff'>(id) } : {}),
      },
      { onSuccess: onClose },
    );
  return (
    <CallDialog
      title={t`Assign ${plural(count, { one: '# loan', other: '# loans' })}`}
      onClose={onClose}
      action={t`Assign`}
      call={assigning}
      isReady={owner !== ''}
      onSend={send}
    >
      <p>{t`The first of the queue as it is filtered. Before an agency calls, each borrower is told who, and how to complain.`}</p>
      <SelectField
        label={t`Whose they become`}
        value={owner}
        options={[
          { value: '', label: t`Choose` },
          { value: 'nobody', label: t`Unassigned` },
          ...collectors.map(({ staffId, name }) => ({ value: `person ${staffId}`, label: name })),
          ...agencies.map(({ agencyId, name }) => ({
            value: `agency ${agencyId}`,
            label: t`${name}, agency`,
          })),
        ]}
        onChange={setOwner}
      />
    </CallDialog>
  );
}
