import type { WaysOut } from '@hiram/contract/arrangement';
import { formatPercent, readableRate } from '@hiram/loan/format';
import { addDays, daysBetween, localDate } from '@hiram/loan/local-date';
import { plural } from '@lingui/core/macro';
import { useLingui } from '@lingui/react/macro';
import type { ReactNode } from 'react';
import { money, showDate } from '../app/settings/money.ts';
import { sumText } from '../lending/amount/sum-text.ts';
import { useLateWord } from '../lending/late-word.ts';
import css from './WaysOut.module.css';

export type Way = 'part' | 'extension' | 'arrangement';

interface Figure {
  readonly cents: number;
  readonly note: string;
}

interface Column {
  readonly way: Way;
  readonly name: string;
  /** The next payment, all that is paid, and what that is more than paying today; undefined: it is closed, and `why` says so. */
  readonly figures: readonly [Figure, Figure, Figure] | undefined;
  /** What follows the next payment, and the other payments. */
  readonly next: string;
  readonly others: string;
  /** How its figures follow from each other. */
  readonly how: string;
  readonly why: string;
}

/** The days until the rest of a part is paid, where no other way has a day to compare with. */
const usualDays = 30;

/**
 * Three ways, each with the same three figures; one that is closed says why. Below them what follows in the chosen one, how its figures
 * follow from each other, and its fields.
 */
export function WayColumns({
  ways,
  chosen,
  onChoose,
  children,
}: {
  readonly ways: WaysOut;
  readonly chosen: Way;
  readonly onChoose: (way: Way) => void;
  /** The fields of the chosen way. */
  readonly children?: ReactNode;
}): ReactNode {
  const { t } = useLingui();
  const labels = [t`Next payment`, t`In all`, t`Extra cost`];
  const columns = useColumns(ways);
  const now = columns.find(({ way }) => way === chosen);
  const rows = now?.figures
    ? [
        { label: t`Then`, text: now.next },
        { label: t`Other payments`, text: now.others },
      ]
    : [];
  return (
    <>
      <div className={css.columns} role="radiogroup" aria-label={t`Three ways`}>
        {columns.map(({ way, name, figures, why }) => (
          <label
            key={way}
            className={`${css.column} ${figures ? '' : css.closed}`}
            data-chosen={way === chosen ? '' : undefined}
          >
            <span className={css.name}>
              <input
                type="radio"
                name="way"
                checked={way === chosen}
                disabled={!figures}
                onChange={() => onChoose(way)}
              />
              <b>{name}</b>
            </span>
            {figures ? (
              <span className={css.cells}>
                {figures.map(({ cents, note }, index) => (
                  <span key={labels[index]} className={cents === 0 ? `${css.cell} ${css.free}` : css.cell}>
                    <small>{labels[index]}</small> <b>{money(cents)}</b> <small>{note}</small>
                  </span>
                ))}
              </span>
            ) : (
              <span className={css.why}>{why}</span>
            )}
          </label>
        ))}
      </div>
      <div className={css.chosen}>
        <dl className={css.cells}>
          {rows.map(({ label, text }) => (
            <div key={label} className={css.cell}>
              <dt>{label}</dt>
              <dd>{text}</dd>
            </div>
          ))}
        </dl>
        {now?.how ? <p className={css.how}>{now.how}</p> : null}
        {children}
      </div>
    </>
  );
}

function useColumns({
  due,
  today,
  payPart,
  extension,
  noExtension,
  arrangement,
  noArrangement,
}: WaysOut): readonly Column[] {
  const { t, i18n } = useLingui();
  const late = useLateWord();
  const stay = t`stay`;
  const dayText = (day: string) => (day === today ? t`today` : showDate(day, 'short'));
  const parts = arrangement?.parts ?? [];
  const [first, second] = parts;
  const last = parts[parts.length - 1];
  const added = arrangement?.added.kept ?? 0;
  const moves = extension?.moves ?? 0;
  // The rest of a part is compared as paid on the day on which another way ends.
  const restOn = extension?.newDueDate ?? last?.date ?? addDays(localDate(today), usualDays);
  const days = daysBetween(localDate(today), localDate(restOn));
  const { rest, perDay, base, ppm } = payPart;
  const waiting = ppm === undefined ? perDay * days : Math.round((base * ppm * days) / 1_000_000);
  const rate = readableRate(ppm ?? 0);
  const percent = formatPercent(rate.ppm, i18n.locale);
  return [
    {
      way: 'arrangement',
      name: t`Pay in parts`,
      figures: arrangement &&
        first && [
          { cents: first.amount, note: dayText(first.date) },
          {
            cents: arrangement.amount,
            note: plural(parts.length, { one: '# part', other: '# parts' }),
          },
          // As in the other ways, the other payments are taken as paid on their days: the parts themselves add nothing.
          { cents: 0, note: added > 0 ? t`if others are paid in time` : t`if you keep it` },
        ],
      next:
        second && last
          ? second === last
            ? t`${money(last.amount)} on ${showDate(last.date, 'short')}`
            : t`${money((arrangement?.amount ?? 0) - (first?.amount ?? 0))} in ${parts.length - 1} parts, ${showDate(second.date, 'short')} to ${showDate(last.date, 'short')}`
          : t`nothing`,
      others: stay,
      // The parts and their sum stand with the fields.
      how:
        last && added > 0
          ? t`Your other payments stay due on their days. If they are not paid, they add ${money(added)} by ${showDate(last.date, 'short')}.`
          : '',
      why: noArrangement,
    },
    {
      way: 'part',
      name: t`Pay some now`,
      figures:
        payPart.max === 0
          ? undefined
          : [
              { cents: payPart.amount, note: t`today` },
              { cents: due + waiting, note: t`about, if paid on ${showDate(restOn, 'short')}` },
              { cents: waiting, note: t`${money(perDay)} a day` },
            ],
      next: t`${money(rest)}, still late`,
      others: stay,
      how: [
        t`${money(due)} − ${money(payPart.amount)} = ${money(rest)}.`,
        ppm === undefined
          ? ''
          : rate.days === 1
            ? t`A day adds ${percent} of ${money(base)}, what is then left without ${late}: in ${days} days about ${money(waiting)}.`
            : t`30 days add ${percent} of ${money(base)}, what is then left without ${late}: in ${days} days about ${money(waiting)}.`,
      ].join(' '),
      why: t`Nothing can be paid today.`,
    },
    {
      way: 'extension',
      name: t`Move the date`,
      figures: extension && [
        { cents: extension.amount, note: t`today` },
        {
          cents: extension.amount + extension.newAmount,
          note: t`by ${showDate(extension.newDueDate, 'short')}`,
        },
        { cents: extension.added, note: t`interest` },
      ],
      next: extension ? t`${money(extension.newAmount)} on ${showDate(extension.newDueDate, 'short')}` : '',
      others: plural(moves, { one: 'move # day', other: 'move # days' }),
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
