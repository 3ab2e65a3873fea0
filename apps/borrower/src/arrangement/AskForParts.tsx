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
import { plural } from '@lingui/core/macro';
import { useLingui } from '@lingui/react/macro';
import { type ReactNode, useId, useState } from 'react';
import { money, showDate } from '../app/settings/money.ts';
import { Button } from '../kit/controls/Button.tsx';
import { Segments } from '../kit/controls/Segments.tsx';
import { Rows } from '../kit/layout/Card.tsx';
import { useCall } from '../net/answers/useCall.ts';
import { useSubmit } from '../net/submit/useSubmit.ts';
import { partsSum } from './WayColumns.tsx';
import css from './WaysOut.module.css';

/** One part is no split: it is offered where nothing else is. */
const partCounts = Array.from({ length: partsLimit - 1 }, (_, index) => index + 2);

interface Props {
  readonly ways: WaysOut;
  readonly orderId: OrderId;
  readonly onChanged: () => void;
}

/** The parts that the borrower asks for with what they cost, or what was asked for; and the action that belongs to it. */
export function useAskForParts(props: Props): { readonly card: ReactNode; readonly action: ReactNode } {
  const asking = useAsking(props);
  const asked = useAsked(props);
  return props.ways.isAsked ? asked : asking;
}

function useAsking({ ways, orderId, onChanged }: Props) {
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
  const addedText = ({ kept, plain }: NonNullable<WaysOut['arrangement']>['added']) =>
    kept === 0
      ? t`Without an arrangement these days would add ${money(plain)}.`
      : [
          t`If you pay these parts alone, these days add ${money(kept)} with an arrangement and ${money(plain)} without it.`,
          kept > plain ? t`It costs ${money(kept - plain)} more than without it` : '',
        ].join(' ');
  const card = (
    <>
      <div className={css.parts}>
        <Segments
          label={t`How many parts`}
          options={(parts === 1 ? [1, ...partCounts] : partCounts).map((count) => ({
            key: String(count),
            name: String(count),
          }))}
          chosen={String(parts)}
          onChoose={(key) => setParts(Number(key))}
        />
      </div>
      <div className={css.choices}>
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
          rows={[
            ...shown.parts.map(({ date, amount }) => ({ text: showDate(date), value: money(amount) })),
            { text: t`In all`, value: money(shown.amount), note: partsSum(shown) },
          ]}
        />
      ) : null}
      {shown ? <p className={css.hint}>{addedText(shown.added)}</p> : null}
      <p className={css.hint}>{t`A person answers within a day. Nothing changes before you accept it.`}</p>
    </>
  );
  const action = (
    <>
      {problem ? (
        <p className={css.problem} role="alert">
          {problem}
        </p>
      ) : null}
      <Button busy={busy} onTap={() => void ask()}>
        {plural(parts, { one: 'Ask to pay in # part', other: 'Ask to pay in # parts' })}
      </Button>
    </>
  );
  return { card, action };
}

function useAsked({ ways, orderId, onChanged }: Props) {
  const { t } = useLingui();
  const heading = t`You asked to pay in parts`;
  const { submit, busy } = useSubmit(declineArrangement);
  const takeBack = async () => {
    if (await submit({ orderId })) onChanged();
  };
  const card = (
    <>
      <strong>{heading}</strong>
      <p className={css.hint}>{t`On ${ways.askedDays.map((day) => showDate(day, 'short')).join(', ')}.`}</p>
      <p className={css.hint}>{t`A person answers within a day. Nothing changes before you accept it.`}</p>
    </>
  );
  const action = (
    <Button look="secondary" busy={busy} onTap={() => void takeBack()}>
      {t`Take the request back`}
    </Button>
  );
  return { card, action };
}
