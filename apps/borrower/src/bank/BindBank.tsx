import { bindCard, bindCardFromOrder, type CardInit, cardInit } from '@hiram/contract/bank';
import type { FormItem } from '@hiram/contract/form';
import { useLingui } from '@lingui/react/macro';
import { type ReactNode, useRef, useState } from 'react';
import { confirmEvent } from '../app/confirm-event.ts';
import { cancelBankFlow, endBankFlow, goBack, replaceWith } from '../app/go.ts';
import { bridge } from '../app/host.ts';
import { href } from '../app/href.ts';
import { paths } from '../app/paths.ts';
import { useIsCurrentPage } from '../app/useIsCurrentPage.ts';
import { usePage, useTitle } from '../app/usePage.ts';
import { firstProblem } from '../form/check-form.ts';
import { FormField, formatOf } from '../form/FormField.tsx';
import { Button } from '../kit/Button.tsx';
import { Card, Rows } from '../kit/Card.tsx';
import { formatDigits, shownFormat } from '../kit/format-input.ts';
import { Screen } from '../kit/Screen.tsx';
import { Tabs } from '../kit/Tabs.tsx';
import { toast } from '../kit/toaster.ts';
import { CallPanel } from '../net/CallPanel.tsx';
import { useCall } from '../net/useCall.ts';
import { useSubmit } from '../net/useSubmit.ts';
import { Skeleton } from '../shell/shells.tsx';
import { AccountCode } from './AccountCode.tsx';

/** BANK-07: the card type selected at first. */
const defaultCardType = 1;

/** Bank binding: the server provides the form (BANK-01 … BANK-11). */
export default function BindBank(): ReactNode {
  const { t } = useLingui();
  const { productId } = usePage();
  const call = useCall(cardInit, productId ? { productId: productId } : {}, { loading: t`Loading…` });
  const title = t`Payment account information`;
  useTitle(title);
  if (call.state === 'ready') return <Form form={call.data} title={title} />;
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

function Form({ form, title }: { readonly form: CardInit; readonly title: string }): ReactNode {
  const { t } = useLingui();
  const { productId, orderId, source } = usePage();
  const fromOrder = source === 'loanDetail';
  const [type, setType] = useState(defaultCardType);
  const [values, setValues] = useState<Readonly<Record<string, string>>>(() => initialValues(form.items));
  const [problem, setProblem] = useState<{ field: string; text: string } | undefined>(undefined);
  const fields = useRef(new Map<string, HTMLElement>());
  const [asksCode, setAsksCode] = useState(false);
  const [codeProblem, setCodeProblem] = useState('');
  const { submit, busy } = useSubmit(fromOrder ? bindCardFromOrder : bindCard);
  const [ending, setEnding] = useState(false);
  const saved = useRef(false);
  const isMounted = useIsCurrentPage();
  const items = form.items.filter((item) => item.accountType === 0 || item.accountType === type);

  const showProblem = (field: string, text: string) => {
    setProblem({ field, text });
    fields.current.get(field)?.focus();
  };
  const save = async (smsCode?: string) => {
    const fieldProblem = firstProblem(items, values, {
      required: (name) => t`${name}: please fill this in.`,
      malformed: t`This is not right yet.`,
    });
    if (fieldProblem) return showProblem(fieldProblem.field, fieldProblem.text);
    setProblem(undefined);
    const filled: Record<string, string> = {};
    for (const item of items) filled[item.code] = values[item.code] ?? '';
    const answer = await submit(
      {
        ...filled,
        accountType: type,
        ...(productId ? { productId } : {}),
        ...(orderId ? { orderId } : {}),
        ...(smsCode ? { smsCode } : {}),
      },
      { loading: t`Saving…`, quiet: true },
    );
    if (!answer) return;
    if (!answer.ok) {
      if (answer.field === 'smsCode') {
        setCodeProblem(smsCode === undefined ? '' : answer.message);
        return setAsksCode(true);
      }
      setAsksCode(false);
      toast(answer.message, { kind: 'error' });
      if (answer.field) showProblem(answer.field, answer.message);
      return;
    }
    saved.current = true;
    setEnding(true);
    await confirmEvent('accountBound', productId);
    // Tell a host that started the flow that it has ended. Otherwise this page continues below.
    await endBankFlow('saved');
    setEnding(false);
    if (!isMounted()) return;
    if (fromOrder)
      return replaceWith(
        href(paths.order, { ...(productId ? { productId } : {}), ...(orderId ? { orderId } : {}) }),
      );
    void bridge.request('closeWebView', {});
  };

  return (
    <Screen
      title={title}
      back={{ label: t`Back`, go: () => (saved.current ? goBack() : void cancelBankFlow()) }}
      actions={
        <Button busy={busy || ending} onTap={() => void save()}>
          {t`Next`}
        </Button>
      }
    >
      <Tabs
        label={t`Kind of account`}
        tabs={form.accountTypes.map((type) => ({ key: type.type, name: type.name }))}
        chosen={type}
        onChoose={setType}
      />
      {items.map((item) => (
        <FormField
          key={item.code}
          item={item}
          value={values[item.code] ?? ''}
          error={problem?.field === item.code ? problem.text : undefined}
          onChange={(value) => {
            setValues({ ...values, [item.code]: value });
            if (problem?.field === item.code) setProblem(undefined);
          }}
          hold={(element) => {
            if (element) fields.current.set(item.code, element);
          }}
        />
      ))}
      <Summary items={items} values={values} />
      {asksCode && (
        <AccountCode
          phone={form.phoneEnding}
          busy={busy}
          problem={codeProblem}
          onClose={() => setAsksCode(false)}
          onCode={(code) => void save(code)}
        />
      )}
    </Screen>
  );
}

function initialValues(items: readonly FormItem[]): Record<string, string> {
  const values: Record<string, string> = {};
  for (const item of items) values[item.code] = item.value;
  return values;
}

/** The entered values, grouped for comparison with a card. */
function Summary({
  items,
  values,
}: {
  readonly items: readonly FormItem[];
  readonly values: Readonly<Record<string, string>>;
}): ReactNode {
  const { t } = useLingui();
  const rows = items
    .filter((item) => values[item.code])
    .map((item) => {
      const value = values[item.code] ?? '';
      const option = item.options.find((candidate) => candidate.value === value);
      const format = formatOf(item);
      return {
        text: item.title,
        value: option ? option.name : format ? formatDigits(shownFormat(format, value), value) : value,
      };
    });
  if (rows.length < items.length) return null;
  return (
    <Card heading={t`Please check`}>
      <Rows rows={rows} />
    </Card>
  );
}
