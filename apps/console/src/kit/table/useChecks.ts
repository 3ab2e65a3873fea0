import { useLingui } from '@lingui/react/macro';
import { useRef } from 'react';
import { useKey } from '../keys/keys.ts';
import { allToggled, type CheckedRows, extended, toggled } from './checked-rows.ts';
import type { Line } from './table-types.ts';

/** The state and actions of a table's boxes. */
export interface Checks {
  readonly isChecked: (key: string) => boolean;
  /** `isRange`: every row since the one that was checked last. */
  readonly check: (key: string, isRange: boolean) => void;
  readonly all: 'none' | 'some' | 'all';
  readonly checkAll: () => void;
}

interface Table<Row> {
  readonly checked: CheckedRows | undefined;
  readonly lines: readonly Line<Row>[];
  readonly chosen: string | undefined;
  readonly isOn: boolean;
}

/** The boxes of a table and their keys: Space checks the chosen row, A all of them, Escape none. Undefined: it has no boxes. */
export function useChecks<Row>({ checked, lines, chosen, isOn }: Table<Row>): Checks | undefined {
  const { t } = useLingui();
  const last = useRef<string>(undefined);
  const order = lines.flatMap(({ kind, key }) => (kind === 'row' ? [key] : []));
  const check = (key: string, isRange: boolean) => {
    if (!checked) return;
    checked.onChange(isRange ? extended(checked, key, { order, last: last.current }) : toggled(checked, key));
    last.current = key;
  };
  const some = checked?.ofAll;
  const checkedKeys = some ? order.filter((key) => some.keys.has(key)) : order;
  const checkAll = () => checked?.onChange(allToggled(checked, checkedKeys));
  const count = checked?.keys.size ?? 0;
  const hasBoxes = isOn && checked !== undefined;
  useKey('check', t`check`, () => chosen !== undefined && check(chosen, false), { isOn: hasBoxes });
  useKey('checkAll', some?.label ?? t`check all`, checkAll, { isOn: hasBoxes, isShown: some !== undefined });
  useKey('checkNone', t`check none`, () => checked?.onChange(new Set()), { isOn: hasBoxes && count > 0 });
  if (!checked) return undefined;
  return {
    isChecked: (key) => checked.keys.has(key),
    check,
    all: count === 0 ? 'none' : count >= Math.min(checkedKeys.length, checked.max) ? 'all' : 'some',
    checkAll,
  };
}
