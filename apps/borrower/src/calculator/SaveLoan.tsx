import { addLoan, calculatorLimits, type Emi, listLoans } from '@hiram/contract/calculator';
import { useLingui } from '@lingui/react/macro';
import { type ReactNode, useRef, useState } from 'react';
import { useIsCurrentPage } from '../app/navigation/useIsCurrentPage.ts';
import { showDate } from '../app/settings/money.ts';
import { monthNames } from '../app/settings/month-names.ts';
import { Button } from '../kit/controls/Button.tsx';
import { PickerField, TextField } from '../kit/controls/Field.tsx';
import { today } from '../kit/dialogs/calendar-day.ts';
import { DayPicker } from '../kit/dialogs/DayPicker.tsx';
import { Dialog } from '../kit/dialogs/Dialog.tsx';
import { toast } from '../kit/feedback/toaster.ts';
import { useRefresh } from '../net/answers/useCall.ts';
import { useSubmit } from '../net/submit/useSubmit.ts';
import { showTab } from './CalculatorFrame.tsx';

type Loan = Pick<Emi, 'principal' | 'rate' | 'tenure'>;

/** Saves a calculated loan under a name with its start date, from which its monthly payments are listed. */
export function SaveLoan({
  loan,
  onClose,
}: {
  readonly loan: Loan;
  readonly onClose: () => void;
}): ReactNode {
  const { t } = useLingui();
  const form = useLoanForm(loan, onClose);
  const [picking, setPicking] = useState(false);
  return (
    <>
      <Dialog
        title={t`Save this loan`}
        text={t`From any lender: see here when the next payment is due.`}
        look="sheet"
        maskCloses
        onClose={onClose}
        buttons={
          <>
            <Button look="secondary" onTap={onClose}>{t`Cancel`}</Button>
            <Button busy={form.busy} onTap={() => void form.save()}>{t`Save`}</Button>
          </>
        }
      >
        <TextField
          label={t`Name`}
          hint={t`For example “Tricycle”`}
          name="name"
          value={form.name}
          maxLength={calculatorLimits.nameMax}
          error={form.errorOf('name')}
          inputRef={form.field}
          onChange={form.changeName}
        />
        <PickerField
          label={t`Start date`}
          hint={t`The first payment is a month later.`}
          placeholder={t`Choose a day`}
          value={showDate(form.startDate)}
          error={form.errorOf('startDate')}
          onTap={() => setPicking(true)}
        />
      </Dialog>
      {picking ? (
        <StartDatePicker
          startDate={form.startDate}
          onConfirm={(day) => {
            form.changeStartDate(day);
            setPicking(false);
          }}
          onCancel={() => setPicking(false)}
        />
      ) : null}
    </>
  );
}

/** The name and the start date, with their problems, and the call that saves the loan under them. */
function useLoanForm(loan: Loan, onClose: () => void) {
  const { t } = useLingui();
  const { submit, busy } = useSubmit(addLoan);
  const refresh = useRefresh();
  const isMounted = useIsCurrentPage();
  const [name, setName] = useState('');
  const [startDate, setStartDate] = useState(today);
  const [problem, setProblem] = useState<{ field?: string | undefined; text: string } | undefined>(undefined);
  const field = useRef<HTMLInputElement>(null);

  const save = async () => {
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
    toast(t`Saved`, { kind: 'success' });
  };
  const changeName = (text: string) => {
    setName(text);
    setProblem(undefined);
  };
  const changeStartDate = (day: string) => {
    setStartDate(day);
    setProblem(undefined);
  };
  const errorOf = (name: string) => (problem?.field === name ? problem.text : undefined);
  return { name, changeName, startDate, changeStartDate, errorOf, field, save, busy };
}

function StartDatePicker({
  startDate,
  onConfirm,
  onCancel,
}: {
  readonly startDate: string;
  readonly onConfirm: (day: string) => void;
  readonly onCancel: () => void;
}): ReactNode {
  const { t } = useLingui();
  const year = Number(today().slice(0, 4));
  return (
    <DayPicker
      title={t`Start date`}
      day={startDate}
      start={startDate}
      years={{ from: year - 30, to: year + 1 }}
      months={monthNames()}
      words={{ confirm: t`Confirm`, cancel: t`Cancel`, day: t`Day`, month: t`Month`, year: t`Year` }}
      onConfirm={onConfirm}
      onCancel={onCancel}
    />
  );
}
