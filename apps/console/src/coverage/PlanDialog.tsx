import { planShift } from '@hiram/contract/console/coverage';
import { asId } from '@hiram/contract/ids';
import { useLingui } from '@lingui/react/macro';
import { type ReactNode, useState } from 'react';
import { ChoiceRow, ChoiceRows } from '../kit/controls/ChoiceRow.tsx';
import { SelectField } from '../kit/controls/Field.tsx';
import { useToast } from '../kit/toast.tsx';
import { CallDialog } from '../net/CallDialog.tsx';
import { useStaffAction } from '../net/useStaffCall.ts';
import { useClock } from './clock.ts';
import { approverOfWaiting, endOf, type Shown } from './shown.ts';

interface Props {
  readonly shown: Shown;
  readonly brand: string;
  readonly onClose: () => void;
}

/** Asks somebody who may approve to be on call for the chosen time or its gap, or plans their shift. */
export function PlanDialog({ shown, brand, onClose }: Props): ReactNode {
  const { t } = useLingui();
  const toast = useToast();
  const clock = useClock();
  const people = shown.people.filter(({ mayApprove }) => mayApprove);
  const [staffId, setStaffId] = useState<string>(approverOfWaiting(shown)?.staffId ?? '');
  const [kind, setKind] = useState<'onCall' | 'shift'>('onCall');
  // What is past is not planned: a time that has begun is offered from now on.
  const ahead = (from: string, to: string) =>
    to > shown.now ? [{ from: from > shown.now ? from : shown.now, to }] : [];
  const gaps = shown.gaps.flatMap((gap) => ahead(gap.from, endOf(shown, gap)));
  const times = [...gaps, ...ahead(shown.from, shown.to)];
  const [place, setPlace] = useState(0);
  const planning = useStaffAction(planShift, brand);
  const time = times[place] ?? times[0];
  const name = people.find((person) => person.staffId === staffId)?.name ?? '';
  const send = () => {
    if (!time) return;
    planning.mutate(
      { staffId: asId(staffId), kind, startsAt: time.from, endsAt: time.to },
      {
        onSuccess: () => {
          toast(
            kind === 'onCall'
              ? t`${name} was asked. It counts when they accept it.`
              : t`Planned for ${name}.`,
          );
          onClose();
        },
      },
    );
  };
  return (
    <CallDialog
      title={t`Put somebody on call`}
      action={kind === 'onCall' ? t`Ask ${name}` : t`Plan the shift`}
      call={planning}
      isReady={staffId !== '' && time !== undefined}
      onSend={send}
      onClose={onClose}
    >
      <SelectField
        label={t`Who`}
        value={staffId}
        options={people.map((person) => ({ value: person.staffId, label: person.name }))}
        onChange={setStaffId}
      />
      <SelectField
        label={t`When`}
        value={place}
        options={times.map(({ from, to }, value) => ({
          value,
          label:
            value < gaps.length
              ? t`the gap, ${clock(from)} to ${clock(to)}`
              : t`the whole time, ${clock(from)} to ${clock(to)}`,
        }))}
        onChange={setPlace}
      />
      <ChoiceRows legend={t`How`}>
        {(['onCall', 'shift'] as const).map((value) => (
          <ChoiceRow key={value} isChosen={kind === value} onChoose={() => setKind(value)}>
            {value === 'onCall' ? t`on call, if they accept` : t`at work, a shift`}
          </ChoiceRow>
        ))}
      </ChoiceRows>
    </CallDialog>
  );
}
