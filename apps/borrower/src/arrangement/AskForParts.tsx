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
import { goBack } from '../app/navigation/go.ts';
import { href } from '../app/navigation/href.ts';
import { Link } from '../app/navigation/Link.tsx';
import { paths } from '../app/navigation/paths.ts';
import { money, showDate } from '../app/settings/money.ts';
import { Button } from '../kit/controls/Button.tsx';
import { Segments } from '../kit/controls/Segments.tsx';
import { Card, Rows } from '../kit/layout/Card.tsx';
import { Screen } from '../kit/layout/Screen.tsx';
import { useCall } from '../net/answers/useCall.ts';
import { useSubmit } from '../net/submit/useSubmit.ts';
import { ExtraCost } from './ExtraCost.tsx';
import { partsSum } from './WayColumns.tsx';
import css from './WaysOut.module.css';

/** One part is no split: it is offered where nothing else is. */
const partCounts = Array.from({ length: partsLimit - 1 }, (_, index) => index + 2);

interface Props {
  readonly ways: WaysOut;
  readonly orderId: OrderId;
  readonly onChanged: () => void;
}

/** The parts that the borrower asks for with what they cost, and the action that belongs to it. */
export function useAskForParts({ ways, orderId, onChanged }: Props): {
  readonly card: ReactNode;
  readonly action: ReactNode;
} {
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
      {shown ? <PartRows arrangement={shown} /> : null}
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

/** Parts by their days, their sum, and what these days add. */
function PartRows({
  arrangement: { parts, amount, added },
}: {
  readonly arrangement: NonNullable<WaysOut['arrangement']>;
}): ReactNode {
  const { t } = useLingui();
  const [last] = parts.slice(-1);
  return (
    <>
      <Rows
        rows={[
          ...parts.map((part) => ({ text: showDate(part.date), value: money(part.amount) })),
          { text: t`All parts`, value: money(amount), note: partsSum({ parts, amount }) },
        ]}
      />
      <h3 className={css.heading}>
        {last ? t`Extra cost until ${showDate(last.date, 'short')}` : t`Extra cost`}
      </h3>
      <ExtraCost added={added} />
    </>
  );
}

/** What the borrower asked for, until a person answers: its parts as of today, and how to take it back. */
export function AskedParts({ ways, orderId, onChanged }: Props): ReactNode {
  const { t } = useLingui();
  const title = t`You asked to pay in parts`;
  const { submit, busy } = useSubmit(declineArrangement);
  const takeBack = async () => {
    if (await submit({ orderId })) onChanged();
  };
  return (
    <Screen
      title={t`I cannot pay now`}
      back={{ label: t`Back`, go: goBack }}
      actions={
        <Button look="secondary" busy={busy} onTap={() => void takeBack()}>
          {t`Take the request back`}
        </Button>
      }
    >
      <h2 className={css.title}>{title}</h2>
      <p className={css.sub}>{t`A person answers within a day. Nothing changes before you accept it.`}</p>
      <Card>
        {ways.arrangement ? (
          <PartRows arrangement={ways.arrangement} />
        ) : (
          <p
            className={css.hint}
          >{t`On ${ways.askedDays.map((day) => showDate(day, 'short')).join(', ')}.`}</p>
        )}
      </Card>
      <Link className={css.link} href={href(paths.customerService, { orderId })}>
        {t`Talk to a person first`}
      </Link>
    </Screen>
  );
}
