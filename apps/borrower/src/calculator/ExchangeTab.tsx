import { type Exchange, exchangeRate } from '@hiram/contract/calculator';
import { Plural, useLingui } from '@lingui/react/macro';
import { lazy, type ReactNode, Suspense, useEffect, useRef, useState } from 'react';
import { showDate } from '../app/money.ts';
import { Button } from '../kit/Button.tsx';
import { Amount, Card } from '../kit/Card.tsx';
import { PickerField, TextField } from '../kit/Field.tsx';
import { useTypedMoney } from '../lending/useTypedMoney.ts';
import { CallPanel } from '../net/CallPanel.tsx';
import { useCall } from '../net/useCall.ts';
import { Skeleton } from '../shell/shells.tsx';
import css from './Calculator.module.css';
import { CalculatorFrame } from './CalculatorFrame.tsx';
import { amountText, rateText } from './number-text.ts';

// Loaded at the first tap on a currency.
const Picker = lazy(() => import('../kit/Picker.tsx').then((module) => ({ default: module.Picker })));

/** Milliseconds without typing before the amount is converted. */
const pauseMs = 300;
/** Rates older than this many days are marked as old. */
const freshDays = 7;

export function ExchangeTab(): ReactNode {
  const { t } = useLingui();
  const [pair, setPair] = useState({ from: 'USD', to: 'PHP' });
  const [typed, setTyped] = useState('100');
  const [amount, setAmount] = useState(10_000);
  const [picking, setPicking] = useState<'from' | 'to' | undefined>(undefined);
  const call = useCall(exchangeRate, { ...pair, amount }, { keepPrevious: true, quiet: true });
  const lastExchange = useRef<Exchange | undefined>(undefined);
  if (call.state === 'ready') lastExchange.current = call.data;
  const shown = lastExchange.current;

  const currencies = shown?.currencies ?? [];
  const decimals = currencies.find((candidate) => candidate.currency === pair.from)?.decimals ?? 2;
  // The parser returns hundredths; the server takes whole units for a currency without decimals.
  const hundredths = decimals === 0 ? 100 : 1;
  const read = useTypedMoney(hundredths)(typed);
  const counted = 'cents' in read ? read.cents / hundredths : undefined;
  useEffect(() => {
    if (counted === undefined) return;
    const timer = setTimeout(() => setAmount(counted), pauseMs);
    return () => clearTimeout(timer);
  }, [counted]);

  if (!shown)
    return (
      <CalculatorFrame tab="exchange">
        {call.state === 'refused' || call.state === 'unreachable' ? (
          <CallPanel call={call} />
        ) : (
          <Skeleton name="form" />
        )}
      </CalculatorFrame>
    );
  const nameOf = (currency: string) =>
    currencies.find((candidate) => candidate.currency === currency)?.name ?? '';
  const problem = 'problem' in read ? read.problem : call.state === 'refused' ? call.message : undefined;
  const chooseCurrency = (currency: string | undefined) => {
    if (currency && picking) setPair({ ...pair, [picking]: currency });
    setPicking(undefined);
  };
  return (
    <CalculatorFrame tab="exchange">
      <TextField
        label={t`Amount`}
        name="amount"
        inputMode="decimal"
        value={typed}
        maxLength={16}
        error={problem}
        onChange={setTyped}
      />
      <div className={css.pair}>
        <PickerField
          label={t`From`}
          placeholder={t`Choose a currency`}
          value={pair.from}
          hint={nameOf(pair.from)}
          onTap={() => setPicking('from')}
        />
        <PickerField
          label={t`To`}
          placeholder={t`Choose a currency`}
          value={pair.to}
          hint={nameOf(pair.to)}
          onTap={() => setPicking('to')}
        />
      </div>
      <Button look="quiet" onTap={() => setPair({ from: pair.to, to: pair.from })}>
        {t`Swap`}
      </Button>
      {problem ? null : <Converted exchange={shown} />}
      {picking ? (
        <Suspense fallback={null}>
          <Picker
            title={picking === 'from' ? t`From` : t`To`}
            options={currencies.map((option) => ({
              key: option.currency,
              name: option.currency,
              hint: option.name,
            }))}
            chosen={pair[picking]}
            words={{
              confirm: t`Confirm`,
              cancel: t`Cancel`,
              search: t`Search`,
              none: t`Nothing found`,
            }}
            onConfirm={chooseCurrency}
            onCancel={() => setPicking(undefined)}
          />
        </Suspense>
      ) : null}
    </CalculatorFrame>
  );
}

/** The converted amount, with the rate, its day and its source. */
function Converted({ exchange }: { readonly exchange: Exchange }): ReactNode {
  const { t } = useLingui();
  const { from, to, currencies, per, ageDays } = exchange;
  const decimalsOf = (currency: string) =>
    currencies.find((candidate) => candidate.currency === currency)?.decimals ?? 2;
  const source = `${amountText(exchange.amount, decimalsOf(from))} ${from}`;
  const rate = rateText(exchange.ratePpm);
  return (
    <div className={css.converted}>
      <Card>
        <p className={css.sub}>{t`${source} is worth`}</p>
        <Amount>{`${amountText(exchange.converted, decimalsOf(to))} ${to}`}</Amount>
        <p>{t`${per} ${from} = ${rate} ${to}`}</p>
        <p className={css.sub}>{t`${exchange.origin}, of ${showDate(exchange.asOf)}.`}</p>
        {ageDays > freshDays ? (
          <p className={css.old}>
            <Plural value={ageDays} one="These rates are # day old." other="These rates are # days old." />{' '}
            {t`Ask your bank for today’s.`}
          </p>
        ) : (
          <p className={css.sub}>{t`A guide only: your bank’s rate differs.`}</p>
        )}
      </Card>
    </div>
  );
}
