import { addLoan, calculatorLimits, type Emi, listLoans } from '@hiram/contract/calculator';
import { useLingui } from '@lingui/react/macro';
import { type ReactNode, useRef, useState } from 'react';
import { showDate } from '../app/money.ts';
import { monthNames } from '../app/month-names.ts';
import { useIsCurrentPage } from '../app/useIsCurrentPage.ts';
import { Button } from '../kit/Button.tsx';
import { today } from '../kit/calendar-day.ts';
import { DayPicker } from '../kit/DayPicker.tsx';
import { Dialog } from '../kit/Dialog.tsx';
import { PickerField, TextField } from '../kit/Field.tsx';
import { toast } from '../kit/toaster.ts';
import { useRefresh } from '../net/useCall.ts';
import { useSubmit } from '../net/useSubmit.ts';
import { showTab } from './CalculatorFrame.tsx';

/** Saves a calculated loan under a name with its start date, from which its monthly payments are listed. */
export function SaveLoan({
  loan,
  onClose,
}: {
  readonly loan: Pick<Emi, 'principal' | 'rate' | 'tenure'>;
  readonly onClose: () => void;
}): ReactNode {
  const { t } = useLingui();
  const { submit, busy } = useSubmit(addLoan);
  const refresh = useRefresh();
  const isMounted = useIsCurrentPage();
  const [name, setName] = useState('');
  const [startDate, setStartDate] = useState(today);
  const [picking, setPicking] = useState(false);
  const [problem, setProblem] = useState<{ field?: string | undefined; text: string } | undefined>(undefined);
  const field = useRef<HTMLInputElement>(null);
  const year = Number(today().slice(0, 4));

  const keep = async () => {
    const { principal, rate, tenure } = loan;
    const answer = await submit({ name, principal, rate, tenure, startDate }, { quiet: true });
    if (!answer) return;
    if (!answer.ok) {
      setProblem({ field: answer.field, text: answer.message });
      if (answer.field === 'name') field.current?.focus();
      if (answer.field !== 'name' && answer.field !== 'startDate') toast(answer.message, { kind: 'error' });
      return;
    }
    await refresh(listLoans);
    if (isMounted()) {
      onClose();
      showTab('loans');
    }
    toast(t`Kept`, { kind: 'success' });
  };
  return (
    <>
      <Dialog
        title={t`Keep this loan`}
        text={t`Whoever lent it: you see here when its next payment is due.`}
        look="sheet"
        maskCloses
        onClose={onClose}
        buttons={
          <>
            <Button look="secondary" onTap={onClose}>{t`Cancel`}</Button>
            <Button busy={busy} onTap={() => void keep()}>{t`Keep`}</Button>
          </>
        }
      >
        <TextField
          label={t`Name`}
          hint={t`Such as “Tricycle”`}
          name="name"
          value={name}
          maxLength={calculatorLimits.nameMax}
          error={problem?.field === 'name' ? problem.text : undefined}
          inputRef={field}
          onChange={(text) => {
            setName(text);
            setProblem(undefined);
          }}
        />
        <PickerField
          label={t`Day on which it began`}
          hint={t`The first payment is a month later.`}
          placeholder={t`Choose a day`}
          value={showDate(startDate)}
          error={problem?.field === 'startDate' ? problem.text : undefined}
          onTap={() => setPicking(true)}
        />
      </Dialog>
      {picking ? (
        <DayPicker
          title={t`Day on which it began`}
          day={startDate}
          start={startDate}
          years={{ from: year - 30, to: year + 1 }}
          months={monthNames()}
          words={{ confirm: t`Confirm`, cancel: t`Cancel`, day: t`Day`, month: t`Month`, year: t`Year` }}
          onConfirm={(day) => {
            setStartDate(day);
            setPicking(false);
            setProblem(undefined);
          }}
          onCancel={() => setPicking(false)}
        />
      ) : null}
    </>
  );
}
