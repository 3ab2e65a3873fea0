import type { CallOutput } from '@hiram/contract/call';
import { bindDebitCard, cardBanks } from '@hiram/contract/legacy';
import { useLingui } from '@lingui/react/macro';
import { type ReactNode, type RefObject, useRef, useState } from 'react';
import { goBack, leavePage, replaceWith } from '../app/navigation/go.ts';
import { href } from '../app/navigation/href.ts';
import { paths } from '../app/navigation/paths.ts';
import { useIsCurrentPage } from '../app/navigation/useIsCurrentPage.ts';
import { usePage, useTitle } from '../app/navigation/usePage.ts';
import { Button } from '../kit/controls/Button.tsx';
import { PickerField, TextField } from '../kit/controls/Field.tsx';
import { Picker } from '../kit/dialogs/Picker.tsx';
import { toast } from '../kit/feedback/toaster.ts';
import { Screen } from '../kit/layout/Screen.tsx';
import { CallPanel } from '../net/answers/CallPanel.tsx';
import { useCall } from '../net/answers/useCall.ts';
import { useSubmit } from '../net/submit/useSubmit.ts';
import { Skeleton } from '../shell/Skeleton.tsx';
import css from './Legacy.module.css';

type FieldName = 'bankCode' | 'cardNumber' | 'validThru' | 'holderName';
type Banks = CallOutput<typeof cardBanks>['banks'];

/** KEY-04: binds a debit card. Card data are deliberately never stored, not even as a draft. */
export default function BindCard(): ReactNode {
  const { t } = useLingui();
  const call = useCall(cardBanks, {});
  const title = t`Add a bank card`;
  useTitle(title);
  const form = useCardForm();
  const { save, busy } = useSaveCard(form);
  const [picking, setPicking] = useState(false);
  const banks = call.state === 'ready' ? call.data.banks : [];
  return (
    <Screen
      title={title}
      back={{ label: t`Back`, go: goBack }}
      busy={call.state === 'waiting'}
      actions={
        call.state === 'ready' ? (
          <Button busy={busy} onTap={() => void save()}>
            {t`Add card`}
          </Button>
        ) : null
      }
    >
      {call.state === 'waiting' ? <Skeleton name="form" /> : null}
      <CallPanel call={call} />
      {call.state === 'ready' ? (
        <>
          <p className={css.label}>
            {t`The number goes to the payment provider alone. We keep its last four digits.`}
          </p>
          <br />
          <CardFields form={form} banks={banks} onPickBank={() => setPicking(true)} />
        </>
      ) : null}
      {picking ? <BankPicker form={form} banks={banks} onClose={() => setPicking(false)} /> : null}
    </Screen>
  );
}

interface CardForm {
  readonly values: Readonly<Record<FieldName, string>>;
  readonly change: (name: FieldName) => (value: string) => void;
  readonly errorOf: (name: FieldName) => string | undefined;
  /** Shows what is wrong with a field, and moves the focus there. */
  readonly showProblem: (field: string, text: string) => void;
  readonly clearProblem: () => void;
  readonly bankButton: RefObject<HTMLButtonElement | null>;
  readonly inputs: Readonly<Record<Exclude<FieldName, 'bankCode'>, RefObject<HTMLInputElement | null>>>;
}

/** The typed card and the problem of one field. */
function useCardForm(): CardForm {
  const [values, setValues] = useState<Readonly<Record<FieldName, string>>>({
    bankCode: '',
    cardNumber: '',
    validThru: '',
    holderName: '',
  });
  const [problem, setProblem] = useState<{ field: string; text: string } | undefined>(undefined);
  const bankButton = useRef<HTMLButtonElement>(null);
  const inputs = {
    cardNumber: useRef<HTMLInputElement>(null),
    validThru: useRef<HTMLInputElement>(null),
    holderName: useRef<HTMLInputElement>(null),
  };
  const change = (name: FieldName) => (value: string) =>
    setValues((previous) => ({ ...previous, [name]: value }));
  const errorOf = (name: FieldName) => (problem?.field === name ? problem.text : undefined);
  const showProblem = (field: string, text: string) => {
    setProblem({ field, text });
    if (field === 'bankCode') bankButton.current?.focus();
    else if (field === 'cardNumber' || field === 'validThru' || field === 'holderName')
      inputs[field].current?.focus();
  };
  return {
    values,
    change,
    errorOf,
    showProblem,
    clearProblem: () => setProblem(undefined),
    bankButton,
    inputs,
  };
}

/** Checks the card, binds it, and leaves the page. */
function useSaveCard(form: CardForm): { readonly save: () => Promise<void>; readonly busy: boolean } {
  const { t } = useLingui();
  const { orderId, source } = usePage();
  const { submit, busy } = useSubmit(bindDebitCard);
  const isMounted = useIsCurrentPage();
  const { values } = form;
  const save = async () => {
    if (!values.bankCode) return form.showProblem('bankCode', t`Choose the bank of your card.`);
    if (values.cardNumber.length < 13) return form.showProblem('cardNumber', t`Type the full card number.`);
    if (values.validThru.length < 4)
      return form.showProblem('validThru', t`Type month and year, such as 09/27.`);
    if (!/\S/.test(values.holderName)) return form.showProblem('holderName', t`Type the name on the card.`);
    form.clearProblem();
    const answer = await submit(values, { quiet: true });
    if (!answer) return;
    if (!answer.ok)
      return answer.field ? form.showProblem(answer.field, answer.message) : void toast(answer.message);
    toast(t`Your card ${answer.data.lastDigits} was added.`, { kind: 'success' });
    if (!isMounted()) return;
    if (source === 'legacyRepay') replaceWith(href(paths.legacyRepay, orderId ? { orderId } : {}));
    else leavePage();
  };
  return { save, busy };
}

function CardFields({
  form,
  banks,
  onPickBank,
}: {
  readonly form: CardForm;
  readonly banks: Banks;
  readonly onPickBank: () => void;
}): ReactNode {
  const { t } = useLingui();
  const field = (name: Exclude<FieldName, 'bankCode'>) => ({
    name,
    value: form.values[name],
    onChange: form.change(name),
    inputRef: form.inputs[name],
    error: form.errorOf(name),
  });
  return (
    <>
      <PickerField
        label={t`Bank`}
        placeholder={t`Choose`}
        value={banks.filter((bank) => bank.bankCode === form.values.bankCode)[0]?.bankName ?? ''}
        onTap={onPickBank}
        buttonRef={form.bankButton}
        error={form.errorOf('bankCode')}
      />
      <TextField
        label={t`Card number`}
        {...field('cardNumber')}
        format="card"
        autoComplete="cc-number"
        maxLength={19}
      />
      <TextField
        label={t`Expiry date (month and year)`}
        hint={t`As on the card, such as 0927`}
        {...field('validThru')}
        format="number"
        autoComplete="cc-exp"
        maxLength={6}
      />
      <TextField label={t`Name on the card`} {...field('holderName')} autoComplete="cc-name" maxLength={60} />
    </>
  );
}

function BankPicker({
  form,
  banks,
  onClose,
}: {
  readonly form: CardForm;
  readonly banks: Banks;
  readonly onClose: () => void;
}): ReactNode {
  const { t } = useLingui();
  return (
    <Picker
      title={t`Bank`}
      options={banks.map((bank) => ({ key: bank.bankCode, name: bank.bankName }))}
      chosen={form.values.bankCode || undefined}
      words={{
        confirm: t`Confirm`,
        cancel: t`Cancel`,
        search: t`Search`,
        none: t`No bank with this name.`,
      }}
      onCancel={onClose}
      onConfirm={(key) => {
        onClose();
        if (key) form.change('bankCode')(key);
      }}
    />
  );
}
