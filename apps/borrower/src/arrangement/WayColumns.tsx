import type { WaysOut } from '@hiram/contract/arrangement';
import { formatPercent } from '@hiram/loan/format';
import { plural } from '@lingui/core/macro';
import { useLingui } from '@lingui/react/macro';
import type { ReactNode } from 'react';
import { money, showDate } from '../app/settings/money.ts';
import { sumText } from '../lending/amount/sum-text.ts';
import { useLateWord } from '../lending/late-word.ts';
import css from './WaysOut.module.css';

export type Way = 'part' | 'extension' | 'arrangement';

interface Column {
  readonly way: Way;
  readonly name: string;
  /** Today, then, what it adds, and the other payments; undefined: it is closed, and `why` says so. */
  readonly cells: readonly string[] | undefined;
  /** How its figures follow from each other. */
  readonly how: string;
  readonly why: string;
}

/**
 * Three ways, a row each with what it costs; one that is closed says why. Below them the figures of the chosen one, how they follow from
 * each other, and its fields.
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
  const rows = [t`Today`, t`Then`, t`It adds`, t`Other payments`];
  const columns = useColumns(ways);
  const { cells = [], how = '' } = columns.find(({ way }) => way === chosen) ?? {};
  return (
    <>
      <div className={css.columns} role="radiogroup" aria-label={t`Three ways`}>
        {columns.map(({ way, name, cells: figures, why }) => (
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
            <span className={css.why}>
              {figures ? `${rows[0]} ${figures[0]} · ${rows[2]} ${figures[2]}` : why}
            </span>
          </label>
        ))}
      </div>
      <div className={css.chosen}>
        <dl className={css.cells}>
          {/* The row of the way has the others. */}
          {[1, 3].map((index) => (
            <div key={index} className={css.cell}>
              <dt>{rows[index]}</dt>
              <dd>{cells[index]}</dd>
            </div>
          ))}
        </dl>
        {how ? <p className={css.how}>{how}</p> : null}
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
  const payToday = arrangement?.parts.find(({ date }) => date === today)?.amount ?? 0;
  const later = arrangement?.parts.filter(({ date }) => date !== today) ?? [];
  const [first, last] = [later[0], later[later.length - 1]];
  const rest = (arrangement?.amount ?? 0) - payToday;
  const added = arrangement?.added.kept ?? 0;
  const moves = extension?.moves ?? 0;
  return [
    {
      way: 'arrangement',
      name: t`Pay in parts`,
      cells: arrangement && [
        money(payToday),
        first && last
          ? first === last
            ? t`${money(rest)} on ${showDate(first.date, 'short')}`
            : t`${money(rest)} in ${later.length} parts, ${showDate(first.date, 'short')} to ${showDate(last.date, 'short')}`
          : money(rest),
        t`${money(added)} if you keep it`,
        stay,
      ],
      // The parts and their sum stand with the fields.
      how: added > 0 ? t`${money(added)} is what your other payments add if you pay these parts alone.` : '',
      why: noArrangement,
    },
    {
      way: 'part',
      name: t`Pay some now`,
      cells:
        payPart.max === 0
          ? undefined
          : [
              money(payPart.amount),
              t`${money(payPart.rest)}, still late`,
              t`${money(payPart.perDay)} a day until paid`,
              stay,
            ],
      how: [
        t`${money(due)} − ${money(payPart.amount)} = ${money(payPart.rest)}.`,
        payPart.ppm === undefined
          ? ''
          : t`A day adds ${formatPercent(payPart.ppm, i18n.locale)} of ${money(payPart.base)}, what is then left without ${late}.`,
      ].join(' '),
      why: t`Nothing can be paid today.`,
    },
    {
      way: 'extension',
      name: t`Move the date`,
      cells: extension && [
        money(extension.amount),
        t`${money(extension.newAmount)} on ${showDate(extension.newDueDate, 'short')}`,
        t`${money(extension.added)} in all`,
        plural(moves, { one: 'move # day', other: 'move # days' }),
      ],
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
