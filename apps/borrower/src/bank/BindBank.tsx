import { type CardInit, cardInit } from '@hiram/contract/bank';
import type { FormItem } from '@hiram/contract/form';
import { useLingui } from '@lingui/react/macro';
import { type ComponentProps, type ReactNode, useState } from 'react';
import { cancelBankFlow } from '../app/host/bank-flow.ts';
import { goBack } from '../app/navigation/go.ts';
import { usePage, useTitle } from '../app/navigation/usePage.ts';
import { market } from '../app/settings/market.ts';
import { money } from '../app/settings/money.ts';
import { FormField, formatOf } from '../form/FormField.tsx';
import { Button } from '../kit/controls/Button.tsx';
import { TextField } from '../kit/controls/Field.tsx';
import { formatDigits, shownFormat } from '../kit/controls/format-input.ts';
import { LockedNote } from '../kit/feedback/LockedNote.tsx';
import { Card, Rows } from '../kit/layout/Card.tsx';
import { Screen } from '../kit/layout/Screen.tsx';
import { Tabs } from '../kit/layout/Tabs.tsx';
import { afterRender, laterPart } from '../kit/runtime/later.ts';
import { wantedAmount } from '../lending/seen.ts';
import { CallPanel } from '../net/answers/CallPanel.tsx';
import { useCall } from '../net/answers/useCall.ts';
import { Skeleton } from '../shell/Skeleton.tsx';
import { useAccountForm } from './useAccountForm.ts';

/** Asked for after the form is sent. */
const AccountCode = laterPart(
  () => import('./AccountCode.tsx').then((module) => module.AccountCode),
  afterRender,
);

/** Bank binding: the server provides the form (BANK-01 … BANK-11). */
export default function BindBank(): ReactNode {
  const { t } = useLingui();
  const { productId } = usePage();
  const call = useCall(cardInit, productId ? { productId: productId } : {}, { loading: t`Loading…` });
  const title = t({ id: 'bank.title', message: 'Where we send your money' });
  useTitle(title);
  if (call.state === 'ready') return <Form init={call.data} title={title} />;
  return (
    <Screen
      title={title}
      back={{ label: t`Back`, go: () => void cancelBankFlow() }}
      busy={call.state === 'waiting'}
    >
      {call.state === 'waiting' ? <Skeleton name="form" /> : <CallPanel call={call} />}
    </Screen>
  );
}

function Form({ init, title }: { readonly init: CardInit; readonly title: string }): ReactNode {
  const { t } = useLingui();
  const form = useAccountForm(init);
  const { orderId } = usePage();
  const amount = wantedAmount(orderId);
  return (
    <Screen
      title={title}
      back={{ label: t`Back`, go: () => (form.isSaved() ? goBack() : void cancelBankFlow()) }}
      actions={
        <Button busy={form.busy} onTap={() => void form.save()}>
          {amount === undefined ? t`Next` : t`Send ${money(amount)}`}
        </Button>
      }
    >
      <Tabs
        label={t`Account type`}
        tabs={init.accountTypes.map((type) => ({ key: type.type, name: type.name }))}
        chosen={form.type}
        onChoose={form.setType}
      />
      {form.items.map((item) => {
        const Field = item.code === 'holderName' && !market.specifiedCopy ? HolderName : FormField;
        return (
          <Field
            key={item.code}
            item={item}
            value={form.fields.values[item.code] ?? ''}
            error={form.fields.errorOf(item.code)}
            onChange={(value) => form.fields.change(item.code, value)}
            hold={(element) => form.fields.hold(item.code, element)}
          />
        );
      })}
      {market.specifiedCopy ? (
        <Summary items={form.items} values={form.fields.values} />
      ) : (
        <>
          <Destination items={form.items} values={form.fields.values} />
          <LockedNote>{t`We never ask for a wallet or bank PIN or OTP`}</LockedNote>
        </>
      )}
      {form.asksCode && (
        <AccountCode
          phone={init.phoneEnding}
          busy={form.sending}
          problem={form.codeProblem}
          onClose={form.closeCode}
          onCode={(code) => void form.save(code)}
        />
      )}
    </Screen>
  );
}

/**
 * The name on the account. The server suggests the borrower's own with its first letters alone; a typed one is whole while it is
 * typed, and then hidden from whoever looks over a shoulder.
 */
function HolderName({ item, value, error, onChange, hold }: ComponentProps<typeof FormField>): ReactNode {
  const { t } = useLingui();
  const [isShown, setShown] = useState(false);
  const isSuggested = value !== '' && value === item.value;
  const isHidden = value !== '' && !isSuggested && !isShown;
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: it listens to the field within, which is the interactive element.
    <div
      onFocus={({ target }) => setShown(target instanceof HTMLInputElement)}
      onBlur={() => setShown(false)}
    >
      <TextField
        label={item.title}
        hint={isSuggested ? t`The account must be in your own name` : item.subtitle}
        error={error}
        name={item.code}
        value={isHidden ? hiddenName(value) : value}
        onChange={onChange}
        maxLength={item.maxLength}
        inputRef={hold}
        {...(isSuggested
          ? { aside: { text: t`Change`, onTap: () => onChange('') } }
          : isHidden
            ? { aside: { text: t`Show`, onTap: () => setShown(true) } }
            : {})}
      />
    </div>
  );
}

/** `Maria Santos` as `M•••• S•••••`. */
const hiddenName = (name: string): string =>
  name.replace(/(\S)(\S+)/g, (_, first: string, rest: string) => first + rest.replace(/./g, '•'));

/** Where the money goes, once everything is entered: what a borrower compares before it leaves. */
function Destination({ items, values }: SummaryProps): ReactNode {
  const { t } = useLingui();
  const isWhole = items.every(({ code }) => values[code]);
  if (!isWhole) return null;
  const [to, ...others] = items
    .filter(({ code }) => code !== 'holderName')
    .map((item) => writtenValue(item, values[item.code] ?? ''));
  return (
    <Card>
      <Rows rows={[{ text: t`Goes to ${to ?? ''}`, value: others.join(' · ') }]} />
    </Card>
  );
}

/** The entered values, grouped for comparison with a card. */
function Summary({ items, values }: SummaryProps): ReactNode {
  const { t } = useLingui();
  const rows = items
    .filter((item) => values[item.code])
    .map((item) => ({ text: item.title, value: writtenValue(item, values[item.code] ?? '') }));
  if (rows.length < items.length) return null;
  return (
    <Card heading={t`Please check`}>
      <Rows rows={rows} />
    </Card>
  );
}

interface SummaryProps {
  readonly items: readonly FormItem[];
  readonly values: Readonly<Record<string, string>>;
}

/** An entered value as it is written. */
function writtenValue(item: FormItem, value: string): string {
  const option = item.options.find((candidate) => candidate.value === value);
  const format = formatOf(item);
  return option ? option.name : format ? formatDigits(shownFormat(format, value), value) : value;
}
