import {
  assignDifference,
  explainDifference,
  listExplainers,
  type ShownDifference,
} from '@hiram/contract/console/reconcile';
import { asId, type StaffId } from '@hiram/contract/ids';
import { useLingui } from '@lingui/react/macro';
import type { ReactNode } from 'react';
import { ReasonDialog } from '../action/ReasonDialog.tsx';
import { Day } from '../app/cells.tsx';
import { useDifferenceWords } from '../i18n/words.ts';
import { SelectField } from '../kit/controls/Field.tsx';
import { Facts } from '../kit/Page.tsx';
import { useToast } from '../kit/toast.tsx';
import { Fault } from '../net/Fault.tsx';
import { useStaffAction, useStaffCall } from '../net/useStaffCall.ts';
import { Compared, InBooks } from './Compared.tsx';

interface Props {
  readonly difference: ShownDifference;
  readonly onClose: () => void;
}

/** The owner of a difference, and its explanation. */
export function ExplainDialog({ difference, onClose }: Props): ReactNode {
  const { t } = useLingui();
  const toast = useToast();
  const { differenceId, reason, day, theirs, provider, reference } = difference;
  const explaining = useStaffAction(explainDifference);
  const send = async (explanation: string) => {
    await explaining.mutateAsync({ differenceId, explanation });
    toast(t`Explained.`);
  };
  const reasons: Readonly<Record<string, string>> = useDifferenceWords();
  return (
    <ReasonDialog
      title={t`Explain this difference`}
      about={`${provider} ${reference}`}
      action={t`Explain`}
      call={explaining}
      draft={`reconcile.explain ${differenceId}`}
      label={t`Why it is so`}
      hint={t`it no longer counts as open, until its values change`}
      max={500}
      onSend={send}
      onClose={onClose}
    >
      <Facts
        items={[
          { label: t`Difference`, value: reasons[reason] ?? reason },
          { label: t`Day`, value: <Day on={day} /> },
          { label: t`Statement`, value: <Compared value={theirs} /> },
          { label: t`Books`, value: <InBooks difference={difference} /> },
        ]}
      />
    </ReasonDialog>
  );
}

/** Passes a difference on to somebody who may explain it. */
export function Assign({ difference }: Pick<Props, 'difference'>): ReactNode {
  const { differenceId, owner } = difference;
  const { t } = useLingui();
  const toast = useToast();
  const { data } = useStaffCall(listExplainers, {});
  const assigning = useStaffAction(assignDifference);
  const staff = data?.staff ?? [];
  const chosen = staff.find(({ name }) => name === owner)?.staffId ?? '';
  const assign = (staffId: StaffId) =>
    assigning.mutate(
      { differenceId, ...(staffId === '' ? {} : { staffId }) },
      { onSuccess: () => toast(t`Assigned.`) },
    );
  return (
    <>
      <SelectField
        label={t`Pass on to`}
        defaultValue={chosen}
        key={chosen}
        options={[
          { value: '', label: t`nobody` },
          ...staff.map(({ staffId, name }) => ({ value: staffId, label: name })),
        ]}
        onChange={(value) => assign(asId(value))}
      />
      <Fault error={assigning.error} />
    </>
  );
}
