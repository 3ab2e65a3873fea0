import {
  assignDifference,
  explainDifference,
  listExplainers,
  type ShownDifference,
} from '@hiram/contract/console/reconcile';
import { isReason } from '@hiram/contract/fields';
import { asId, type StaffId } from '@hiram/contract/ids';
import { useLingui } from '@lingui/react/macro';
import type { ReactNode } from 'react';
import { Day } from '../app/cells.tsx';
import { useDraft } from '../app/useDraft.ts';
import { useDifferenceWords } from '../i18n/words.ts';
import { SelectField } from '../kit/controls/Field.tsx';
import { TextArea } from '../kit/controls/TextArea.tsx';
import { Facts } from '../kit/Page.tsx';
import { useToast } from '../kit/toast.tsx';
import { CallDialog } from '../net/CallDialog.tsx';
import { Fault } from '../net/Fault.tsx';
import { useStaffAction, useStaffCall } from '../net/useStaffCall.ts';
import { Compared } from './Compared.tsx';

interface Props {
  readonly difference: ShownDifference;
  readonly onClose: () => void;
}

/** The owner of a difference, and its explanation. */
export function ExplainDialog({ difference, onClose }: Props): ReactNode {
  const { t } = useLingui();
  const toast = useToast();
  const { differenceId, reason, day, theirs, ours, provider, reference } = difference;
  const [explanation, setExplanation, clear] = useDraft(`reconcile.explain ${differenceId}`);
  const explaining = useStaffAction(explainDifference);
  const save = () =>
    explaining.mutate(
      { differenceId, explanation },
      {
        onSuccess: () => {
          clear();
          toast(t`Explained.`);
          onClose();
        },
      },
    );
  const reasons: Readonly<Record<string, string>> = useDifferenceWords();
  return (
    <CallDialog
      title={t`Explain this difference`}
      about={`${provider} ${reference}`}
      onClose={onClose}
      action={t`Explain`}
      call={explaining}
      isReady={isReason(explanation)}
      onSend={save}
    >
      <Facts
        items={[
          { label: t`Difference`, value: reasons[reason] ?? reason },
          { label: t`Day`, value: <Day on={day} /> },
          { label: t`Theirs`, value: <Compared value={theirs} /> },
          { label: t`Ours`, value: <Compared value={ours} /> },
        ]}
      />
      <TextArea
        label={t`Why it is so`}
        hint={t`it no longer counts as open, until its values change`}
        max={500}
        value={explanation}
        onChange={setExplanation}
      />
    </CallDialog>
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
