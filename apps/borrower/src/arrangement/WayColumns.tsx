import type { WaysOut } from '@hiram/contract/arrangement';
import { plural } from '@lingui/core/macro';
import { useLingui } from '@lingui/react/macro';
import type { ReactNode } from 'react';
import { money, showDate } from '../app/settings/money.ts';
import { Card } from '../kit/layout/Card.tsx';
import { LineArt } from '../kit/layout/Icon.tsx';
import { sumText } from '../lending/amount/sum-text.ts';
import { useLateWord } from '../lending/late-word.ts';
import css from './WaysOut.module.css';

export type Way = 'part' | 'extension' | 'arrangement';

const shapes: Readonly<Record<Way, string>> = {
  arrangement: 'M3 9h5v9H3zM9.500 9h5v9h-5zM16 9h5v9h-5z',
  part: 'M12 3.500a8.500 8.500 0 110 17 8.500 8.500 0 010-17zM12 3.500v17M15 5v14M18 7v10',
  extension: 'M4 6h16v14H4zM4 10.500h16M8.500 3v4M15.500 3v4',
};

interface Column {
  readonly way: Way;
  readonly name: string;
  /** What is paid today and then, what the way costs more than paying today, and what it does to other payments; empty: it is closed. */
  readonly cells: readonly { readonly label: string; readonly value: string; readonly note?: string }[];
  /** How its figures follow from each other. */
  readonly how: string;
  /** Why it is closed. */
  readonly why: string;
}

/** The ways that are open, the first one first. */
export const openWays = ({ arrangement, payPart, extension }: WaysOut): readonly Way[] => [
  ...(arrangement ? (['arrangement'] as const) : []),
  ...(payPart.max > 0 ? (['part'] as const) : []),
  ...(extension ? (['extension'] as const) : []),
];

/**
 * What waiting costs, then the ways that are open as equal columns, each with the same rows; one that is closed says why, and comes
 * last. Below stand the fields of the chosen one, and how its figures follow from each other.
 */
export function WayColumns({
  ways,
  chosen,
  onChoose,
  isExplained = true,
  children,
}: {
  readonly ways: WaysOut;
  readonly chosen: Way | undefined;
  readonly onChoose: (way: Way) => void;
  /** Whether the figures of the chosen way are those that its fields ask for. */
  readonly isExplained?: boolean;
  /** The fields of the chosen way. */
  readonly children?: ReactNode;
}): ReactNode {
  const { t } = useLingui();
  const columns = useColumns(ways);
  const until = showDate(ways.until, 'short');
  const picked = columns.find(({ way }) => way === chosen);
  const how = isExplained ? picked?.how : '';
  return (
    <>
      <p className={css.nothing}>
        <b>{t`If you do nothing`}</b>{' '}
        {t`it will be ${money(ways.due + ways.waiting)} on ${until}: ${money(ways.waiting)} more.`}
      </p>
      <div className={css.columns} role="radiogroup" aria-label={t`I cannot pay now`}>
        {columns.map(({ way, name, cells }) =>
          cells.length > 0 ? (
            <label key={way} className={css.column} data-chosen={way === chosen ? '' : undefined}>
              <span className={css.head}>
                <LineArt path={shapes[way]} size={22} />
                <input type="radio" name="way" checked={way === chosen} onChange={() => onChoose(way)} />
              </span>
              <b>{name}</b>
              {cells.map(({ label, value, note }) => (
                <span key={label} className={css.cell}>
                  {' '}
                  <small>{label}</small> <b>{value}</b> {note ? <small>{note}</small> : null}
                </span>
              ))}
            </label>
          ) : null,
        )}
      </div>
      {columns.map(({ way, name, cells, why }) =>
        cells.length > 0 ? null : (
          <p key={way} className={css.closed}>
            <b>{name}</b> {why}
          </p>
        ),
      )}
      {children || how ? (
        <Card heading={picked?.name ?? ''}>
          <div className={css.chosen}>
            {children}
            {how ? <p className={css.how}>{how}</p> : null}
          </div>
        </Card>
      ) : null}
    </>
  );
}

function useColumns(ways: WaysOut): readonly Column[] {
  const { t } = useLingui();
  const late = useLateWord();
  const { due, today, until, payPart, extension, noExtension, arrangement, noArrangement } = ways;
  const restOn = showDate(until, 'short');
  const labels = [t`Today`, t`Then`, t`It adds`, t`Other payments`];
  const cellsOf = (...cells: readonly (readonly [string, string?])[]) =>
    cells.map(([value, note = ''], at) => ({ label: labels[at] ?? '', value, note }));
  const parts = arrangement?.parts ?? [];
  const [first] = parts;
  const isFirstToday = first?.date === today;
  const later = isFirstToday ? parts.slice(1) : parts;
  const days = later.map(({ date }) => showDate(date, 'short'));
  const [from, to] = [days[0] ?? '', days[days.length - 1] ?? ''];
  const moves = extension?.moves ?? 0;
  const { rest, added: waiting } = payPart;
  return [
    {
      way: 'arrangement',
      name: t`Pay in parts`,
      // As in the other ways, the other payments are taken as paid on their days: the parts themselves add nothing.
      cells: first
        ? cellsOf(
            [money(isFirstToday ? first.amount : 0)],
            later.length > 0
              ? [sumText(later.map(({ amount }) => amount)), from === to ? from : t`${from} to ${to}`]
              : [money(0)],
            [money(0), t`if paid on time`],
            [t`stay`],
          )
        : [],
      // It stands with the fields.
      how: '',
      why: noArrangement,
    },
    {
      way: 'part',
      name: t`Pay some now`,
      cells:
        payPart.max === 0
          ? []
          : cellsOf(
              [money(payPart.amount), t`or your amount`],
              [money(rest + waiting), restOn],
              [money(waiting), t`by ${restOn}`],
              [t`stay`],
            ),
      how: t`${money(due)} − ${money(payPart.amount)} = ${money(rest)} now, ${money(rest + waiting)} on ${restOn}.`,
      why: t`Nothing can be paid today.`,
    },
    {
      way: 'extension',
      name: t`Move the date`,
      cells: extension
        ? cellsOf(
            [money(extension.amount)],
            [money(extension.newAmount), showDate(extension.newDueDate, 'short')],
            [money(extension.added), t`in all`],
            [plural(moves, { one: 'move # day', other: 'move # days' })],
          )
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
