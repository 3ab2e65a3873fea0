import type { WaysOut } from '@hiram/contract/arrangement';
import { plural } from '@lingui/core/macro';
import { useLingui } from '@lingui/react/macro';
import { type ReactNode, useLayoutEffect, useRef } from 'react';
import { money, showDate } from '../app/settings/money.ts';
import { Rows, type RowText } from '../kit/layout/Card.tsx';
import { sumText } from '../lending/amount/sum-text.ts';
import { useLateWord } from '../lending/late-word.ts';
import css from './WaysOut.module.css';

export type Way = 'part' | 'extension' | 'arrangement';

interface Column {
  readonly way: Way;
  readonly name: string;
  /** The next payment. */
  readonly brief: string;
  /**
   * What the way costs more than paying today, in cents, and on what that depends; undefined: it is closed,
   * and `why` says so.
   */
  readonly extra: { readonly cents: number; readonly note: string } | undefined;
  /** What follows the next payment. */
  readonly rows: readonly RowText[];
  /** How its figures follow from each other. */
  readonly how: string;
  readonly why: string;
}

/**
 * What waiting costs, then three ways, each with its next payment and what it costs; one that is closed says why, and comes last. The chosen one has its
 * fields in it, what follows, and how its figures follow from each other.
 */
export function WayColumns({
  ways,
  chosen,
  onChoose,
  children,
}: {
  readonly ways: WaysOut;
  /** None at first: all of them stand on one screen. */
  readonly chosen: Way | undefined;
  readonly onChoose: (way: Way) => void;
  /** The fields of the chosen way. */
  readonly children?: ReactNode;
}): ReactNode {
  const { t } = useLingui();
  const columns = useColumns(ways);
  const open = columns.filter(({ extra }) => extra);
  const closed = columns.filter(({ extra }) => !extra);
  const card = useRef<HTMLDivElement>(null);
  const shown = useRef(chosen);
  // What was open above it closes.
  useLayoutEffect(() => {
    if (shown.current !== chosen) card.current?.scrollIntoView({ block: 'nearest' });
    shown.current = chosen;
  }, [chosen]);
  const until = showDate(ways.until, 'short');
  return (
    <div className={css.columns} role="radiogroup" aria-label={t`I cannot pay now`}>
      <p className={`${css.column} ${css.closed} ${css.name}`}>
        <span className={css.what}>
          <b>{t`If you do nothing`}</b> <small>{t`${money(ways.due + ways.waiting)} on ${until}`}</small>
        </span>
        <span className={css.extra}>
          {' '}
          <b>{t`${money(ways.waiting)} extra`}</b>
        </span>
      </p>
      {[...open, ...closed].map(({ way, name, brief, extra, rows, how, why }) => {
        const isChosen = way === chosen;
        return (
          <div
            key={way}
            ref={isChosen ? card : undefined}
            className={extra ? css.column : `${css.column} ${css.closed}`}
            data-chosen={isChosen ? '' : undefined}
          >
            {/* biome-ignore lint/a11y/noLabelWithoutControl: a way that is closed has no control */}
            <label className={css.name}>
              {extra ? (
                <input type="radio" name="way" checked={isChosen} onChange={() => onChoose(way)} />
              ) : null}
              <span className={css.what}>
                <b>{name}</b> <small>{extra ? brief : why}</small>
              </span>
              {extra ? (
                <span className={extra.cents === 0 ? `${css.extra} ${css.free}` : css.extra}>
                  {' '}
                  <b>{t`${money(extra.cents)} extra`}</b> <small>{extra.note}</small>
                </span>
              ) : null}
            </label>
            {isChosen && extra ? (
              <div className={css.chosen}>
                {children}
                {rows.length > 0 ? <Rows rows={rows} /> : null}
                {how ? <p className={css.how}>{how}</p> : null}
              </div>
            ) : null}
          </div>
        );
      })}
    </div>
  );
}

function useColumns({
  due,
  today,
  until,
  payPart,
  extension,
  noExtension,
  arrangement,
  noArrangement,
}: WaysOut): readonly Column[] {
  const { t } = useLingui();
  const late = useLateWord();
  const dayText = (day: string) => (day === today ? t`today` : showDate(day, 'short'));
  const parts = arrangement?.parts ?? [];
  const [first] = parts;
  const last = parts[parts.length - 1];
  const added = arrangement?.added.kept ?? 0;
  const moves = extension?.moves ?? 0;
  const { rest, added: waiting } = payPart;
  const restOn = showDate(until, 'short');
  return [
    {
      way: 'arrangement',
      name: t`Pay in parts`,
      brief: first ? t`${sumText(parts.map(({ amount }) => amount))} from ${dayText(first.date)}` : '',
      // As in the other ways, the other payments are taken as paid on their days: the parts themselves add nothing.
      extra: first && { cents: 0, note: t`if all is paid on time` },
      // The parts and their sum stand with the fields.
      rows: [],
      how:
        last && added > 0
          ? t`Your other payments stay due on their days. If they are not paid, they add ${money(added)} by ${showDate(last.date, 'short')}.`
          : '',
      why: noArrangement,
    },
    {
      way: 'part',
      name: t`Pay some now`,
      brief: t`${money(payPart.amount)} today`,
      extra: payPart.max === 0 ? undefined : { cents: waiting, note: t`if the rest comes on ${restOn}` },
      rows: [{ text: t`In all`, value: money(due + waiting) }],
      how: t`${money(due)} − ${money(payPart.amount)} = ${money(rest)} now, ${money(rest + waiting)} on ${restOn}.`,
      why: t`Nothing can be paid today.`,
    },
    {
      way: 'extension',
      name: t`Move the date`,
      brief: extension
        ? t`${money(extension.amount)} today, then ${money(extension.newAmount)} on ${showDate(extension.newDueDate, 'short')}`
        : '',
      extra: extension && { cents: extension.added, note: '' },
      rows: extension
        ? [
            { text: t`In all`, value: money(extension.amount + extension.newAmount) },
            {
              text: t`Other payments`,
              value: plural(moves, { one: 'move # day', other: 'move # days' }),
            },
          ]
        : [],
      how: extension
        ? [
            extension.charges > 0
              ? t`${money(extension.amount)} = interest ${money(extension.interest)} + ${late} ${money(extension.charges)}.`
              : '',
            t`${money(extension.newAmount)} = ${money(extension.newAmount - extension.newInterest)} + interest ${money(extension.newInterest)}.`,
          ].join(' ')
        : '',
      why: noExtension,
    },
  ];
}

/** The parts of an arrangement as a sum: `3 × ₱951.95 = ₱2,855.85`. */
export const partsSum = ({ parts, amount }: Pick<NonNullable<WaysOut['arrangement']>, 'parts' | 'amount'>) =>
  parts.length > 1 ? `${sumText(parts.map((part) => part.amount))} = ${money(amount)}` : '';
