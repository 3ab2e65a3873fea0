import { planShift } from '@hiram/contract/console/coverage';
import { asId } from '@hiram/contract/ids';
import { useLingui } from '@lingui/react/macro';
import { type ReactNode, useState } from 'react';
import { SelectField } from '../kit/controls/Field.tsx';
import kit from '../kit/kit.module.css';
import { useToast } from '../kit/toast.tsx';
import { CallDialog } from '../net/CallDialog.tsx';
import { useStaffAction } from '../net/useStaffCall.ts';
import { useClock } from './clock.ts';
import type { Shown } from './shown.ts';

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
  const [staffId, setStaffId] = useState<string>(people[0]?.staffId ?? '');
  const [kind, setKind] = useState<'onCall' | 'shift'>('onCall');
  const times = [...shown.gaps, { from: shown.from, to: shown.to }];
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
            value < shown.gaps.length
              ? t`the gap, ${clock(from)} to ${clock(to)}`
              : t`the whole time, ${clock(from)} to ${clock(to)}`,
        }))}
        onChange={setPlace}
      />
      <fieldset className={kit.row} aria-label={t`How`}>
        {(['onCall', 'shift'] as const).map((value) => (
          <label key={value} className={kit.choice}>
            <input type="radio" name="kind" checked={kind === value} onChange={() => setKind(value)} />
            {value === 'onCall' ? t`on call, if they accept` : t`at work, a shift`}
          </label>
        ))}
      </fieldset>
    </CallDialog>
  );
}
