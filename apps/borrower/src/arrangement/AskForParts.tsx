import {
  askArrangement,
  declineArrangement,
  firstPartWithin,
  partsLimit,
  type WaysOut,
  waysOut,
} from '@hiram/contract/arrangement';
import type { OrderId } from '@hiram/contract/ids';
import { addDays, localDate } from '@hiram/loan/local-date';
import { useLingui } from '@lingui/react/macro';
import { type ReactNode, useId, useState } from 'react';
import { money, showDate } from '../app/settings/money.ts';
import { Button } from '../kit/controls/Button.tsx';
import { Card, Rows } from '../kit/layout/Card.tsx';
import { useCall } from '../net/answers/useCall.ts';
import { useSubmit } from '../net/submit/useSubmit.ts';
import css from './WaysOut.module.css';

const partCounts = Array.from({ length: partsLimit }, (_, index) => index + 1);

interface Props {
  readonly ways: WaysOut;
  readonly orderId: OrderId;
  readonly onChanged: () => void;
}

/** The parts that the borrower asks for, with what they cost; or what was asked for. */
export function AskForParts(props: Props): ReactNode {
  return props.ways.isAsked ? <Asked {...props} /> : <Ask {...props} />;
}

function Ask({ ways, orderId, onChanged }: Props): ReactNode {
  const { t } = useLingui();
  const id = useId();
  const first = ways.arrangement?.parts[0]?.date ?? ways.today;
  const [parts, setParts] = useState(ways.arrangement?.parts.length ?? 1);
  const [firstDay, setFirstDay] = useState(first);
  const [problem, setProblem] = useState('');
  // The page has read the usual parts already.
  const isUsual = parts === ways.arrangement?.parts.length && firstDay === first;
  const call = useCall(waysOut, isUsual ? { orderId } : { orderId, parts, firstDay }, { keepPrevious: true });
  const { submit, busy } = useSubmit(askArrangement);
  const shown = call.state === 'ready' ? call.data.arrangement : undefined;
  const days = Array.from({ length: firstPartWithin + 1 }, (_, index) =>
    addDays(localDate(ways.today), index),
  );
  const ask = async () => {
    const answer = await submit({ orderId, parts, firstDay });
    if (answer?.ok) onChanged();
    else if (answer) setProblem(answer.message);
  };
  return (
    <Card heading={t`Pay in parts`}>
      <div className={css.choices}>
        <label htmlFor={`${id}-parts`}>{t`How many parts`}</label>
        <select
          id={`${id}-parts`}
          className={css.select}
          value={parts}
          onChange={(event) => setParts(Number(event.target.value))}
        >
          {partCounts.map((count) => (
            <option key={count} value={count}>
              {count}
            </option>
          ))}
        </select>
        <label htmlFor={`${id}-first`}>{t`First part on`}</label>
        <select
          id={`${id}-first`}
          className={css.select}
          value={firstDay}
          onChange={(event) => setFirstDay(localDate(event.target.value))}
        >
          {days.map((day) => (
            <option key={day} value={day}>
              {showDate(day)}
            </option>
          ))}
        </select>
      </div>
      {shown ? (
        <Rows
          rows={shown.parts.map(({ date, amount }) => ({ text: showDate(date), value: money(amount) }))}
        />
      ) : null}
      {shown ? (
        <p className={css.hint}>
          {t`${money(shown.amount)} in all. Without an arrangement these days would add ${money(shown.saves)}.`}
        </p>
      ) : null}
      {problem ? (
        <p className={css.problem} role="alert">
          {problem}
        </p>
      ) : null}
      <Button busy={busy} onTap={() => void ask()}>
        {t`Ask for an arrangement`}
      </Button>
      <p className={css.hint}>{t`A person answers within a day. Nothing changes before you accept it.`}</p>
    </Card>
  );
}

function Asked({ ways, orderId, onChanged }: Props): ReactNode {
  const { t } = useLingui();
  const { submit, busy } = useSubmit(declineArrangement);
  const takeBack = async () => {
    if (await submit({ orderId })) onChanged();
  };
  return (
    <Card heading={t`You asked to pay in parts`}>
      <p className={css.hint}>{t`On ${ways.askedDays.map((day) => showDate(day, 'short')).join(', ')}.`}</p>
      <p className={css.hint}>{t`A person answers within a day. Nothing changes before you accept it.`}</p>
      <Button look="secondary" busy={busy} onTap={() => void takeBack()}>
        {t`Take the request back`}
      </Button>
    </Card>
  );
}
