import { useLingui } from '@lingui/react/macro';
import type { RefObject } from 'react';
import { useKey } from '../keys/keys.ts';
import type { Line } from './table-types.ts';

interface Moves<Row> {
  readonly lines: readonly Line<Row>[];
  readonly chosen: string | undefined;
  readonly select: (key: string) => void;
  readonly scroller: RefObject<HTMLElement | null>;
  readonly isOn: boolean;
}

const lineHeight = 36;

/** Moves through the rows of a table by J and K, and opens one by Enter. The focus follows, so that it is read aloud. */
export function useTableKeys<Row>({ lines, chosen, select, scroller, isOn }: Moves<Row>): void {
  const { t } = useLingui();
  const openerOf = (key: string) =>
    scroller.current?.querySelector<HTMLElement>(`[data-row="${CSS.escape(key)}"] :is(a, button)`);
  const move = (step: 1 | -1) => {
    const rows = lines.filter((line) => line.kind === 'row');
    const index = rows.findIndex(({ key }) => key === chosen);
    const next = rows[index === -1 ? (step === 1 ? 0 : rows.length - 1) : index + step];
    if (!next) return;
    select(next.key);
    // A row out of view is not drawn yet: the table scrolls there first.
    if (!openerOf(next.key)) scroller.current?.scrollTo({ top: lines.indexOf(next) * lineHeight });
    requestAnimationFrame(() => openerOf(next.key)?.focus());
  };
  useKey('next', t`next`, () => move(1), { isOn });
  useKey('previous', t`previous`, () => move(-1), { isOn });
  useKey('open', t`open`, () => chosen !== undefined && openerOf(chosen)?.click(), { isOn });
}
