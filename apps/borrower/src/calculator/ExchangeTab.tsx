import { type Exchange, exchangeRate } from '@hiram/contract/calculator';
import { Plural, useLingui } from '@lingui/react/macro';
import { lazy, type ReactNode, Suspense, useEffect, useRef, useState } from 'react';
import { showDate } from '../app/settings/money.ts';
import { PickerField, TextField } from '../kit/controls/Field.tsx';
import { Amount, Card } from '../kit/layout/Card.tsx';
import { LineArt } from '../kit/layout/Icon.tsx';
import { useTypedMoney } from '../lending/amount/useTypedMoney.ts';
import { CallPanel } from '../net/answers/CallPanel.tsx';
import { useCall } from '../net/answers/useCall.ts';
import { Skeleton } from '../shell/Skeleton.tsx';
import css from './Calculator.module.css';
import { CalculatorFrame } from './CalculatorFrame.tsx';
import { amountText, rateText } from './number-text.ts';

// Loaded at the first tap on a currency.
const Picker = lazy(() => import('../kit/dialogs/Picker.tsx').then((module) => ({ default: module.Picker })));

/** Milliseconds without typing before the amount is converted. */
const pauseMs = 300;
/** Rates older than this many days are marked as old. */
const freshDays = 7;

export function ExchangeTab(): ReactNode {
  const { t } = useLingui();
  const { pair, setPair, typed, setTyped, problem, call, exchange } = useExchange();
  const [picking, setPicking] = useState<keyof Pair | undefined>(undefined);
  if (!exchange)
    return (
      <CalculatorFrame tab="exchange">
        {call.state === 'rejected' || call.state === 'unreachable' ? (
          <CallPanel call={call} />
        ) : (
          <Skeleton name="form" />
        )}
      </CalculatorFrame>
    );
  const { currencies } = exchange;
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
      <PairFields
        pair={pair}
        currencies={currencies}
        onPick={setPicking}
        onSwap={() => setPair({ from: pair.to, to: pair.from })}
      />
      {problem ? null : <Converted exchange={exchange} />}
      {picking ? (
        <CurrencyPicker
          title={picking === 'from' ? t`From` : t`To`}
          currencies={currencies}
          chosen={pair[picking]}
          onConfirm={chooseCurrency}
          onCancel={() => setPicking(undefined)}
        />
      ) : null}
    </CalculatorFrame>
  );
}

interface Pair {
  readonly from: string;
  readonly to: string;
}

/** The two currencies, each with its name. A tap on one picks another. */
function PairFields({
  pair,
  currencies,
  onPick,
  onSwap,
}: {
  readonly pair: Pair;
  readonly currencies: Exchange['currencies'];
  readonly onPick: (side: keyof Pair) => void;
  readonly onSwap: () => void;
}): ReactNode {
  const { t } = useLingui();
  const nameOf = (currency: string) =>
    currencies.find((candidate) => candidate.currency === currency)?.name ?? '';
  return (
    <div className={css.currencies}>
      <PickerField
        label={t`From`}
        placeholder={t`Choose a currency`}
        value={pair.from}
        hint={nameOf(pair.from)}
        onTap={() => onPick('from')}
      />
      <button type="button" aria-label={t`Swap`} onClick={onSwap}>
        <LineArt path="M4 9h15l-4-4M20 15H5l4 4" size={24} />
      </button>
      <PickerField
        label={t`To`}
        placeholder={t`Choose a currency`}
        value={pair.to}
        hint={nameOf(pair.to)}
        onTap={() => onPick('to')}
      />
    </div>
  );
}

/** The typed amount and its last conversion that arrived. A pause in typing requests the next one. */
function useExchange() {
  const [pair, setPair] = useState({ from: 'USD', to: 'PHP' });
  const [typed, setTyped] = useState('100');
  const [amount, setAmount] = useState(10_000);
  const call = useCall(exchangeRate, { ...pair, amount }, { keepPrevious: true, quiet: true });
  const lastExchange = useRef<Exchange | undefined>(undefined);
  if (call.state === 'ready') lastExchange.current = call.data;
  const exchange = lastExchange.current;

  const decimals = decimalsOf(exchange?.currencies ?? [], pair.from);
  // The parser returns hundredths; the server takes whole units for a currency without decimals.
  const hundredths = decimals === 0 ? 100 : 1;
  const read = useTypedMoney(hundredths)(typed);
  const counted = 'cents' in read ? read.cents / hundredths : undefined;
  useEffect(() => {
    if (counted === undefined) return;
    const timer = setTimeout(() => setAmount(counted), pauseMs);
    return () => clearTimeout(timer);
  }, [counted]);
  const problem = 'problem' in read ? read.problem : call.state === 'rejected' ? call.message : undefined;
  return { pair, setPair, typed, setTyped, problem, call, exchange };
}

function decimalsOf(currencies: Exchange['currencies'], currency: string): number {
  return currencies.find((candidate) => candidate.currency === currency)?.decimals ?? 2;
}

function CurrencyPicker(props: {
  readonly title: string;
  readonly currencies: Exchange['currencies'];
  readonly chosen: string;
  readonly onConfirm: (currency: string | undefined) => void;
  readonly onCancel: () => void;
}): ReactNode {
  const { title, currencies, chosen, onConfirm, onCancel } = props;
  const { t } = useLingui();
  return (
    <Suspense fallback={null}>
      <Picker
        title={title}
        options={currencies.map((option) => ({
          key: option.currency,
          name: option.currency,
          hint: option.name,
        }))}
        chosen={chosen}
        words={{
          confirm: t`Confirm`,
          cancel: t`Cancel`,
          search: t`Search`,
          none: t`Nothing found`,
        }}
        onConfirm={onConfirm}
        onCancel={onCancel}
      />
    </Suspense>
  );
}

/** The converted amount, with the rate, its day and its source. */
function Converted({ exchange }: { readonly exchange: Exchange }): ReactNode {
  const { t } = useLingui();
  const { from, to, currencies, per, ageDays } = exchange;
  const source = `${amountText(exchange.amount, decimalsOf(currencies, from))} ${from}`;
  const rate = rateText(exchange.ratePpm);
  return (
    <div className={css.converted}>
      <Card>
        <p className={css.sub}>{t`${source} is worth`}</p>
        <Amount>{`${amountText(exchange.converted, decimalsOf(currencies, to))} ${to}`}</Amount>
        <p>{t`${per} ${from} = ${rate} ${to}`}</p>
        <p className={css.sub}>{t`${exchange.origin}, of ${showDate(exchange.asOf)}.`}</p>
        {ageDays > freshDays ? (
          <p className={css.old}>
            <Plural value={ageDays} one="These rates are # day old." other="These rates are # days old." />{' '}
            {t`Ask your bank for today’s.`}
          </p>
        ) : (
          <p className={css.sub}>{t`This is a guide. Your bank’s rate may differ.`}</p>
        )}
      </Card>
    </div>
  );
}
