import { chooseColumns, listViews } from '@hiram/contract/console/view';
import { useState } from 'react';
import type { Column } from '../kit/table/table-types.ts';
import { useStaffAction, useStaffCall } from '../net/useStaffCall.ts';

/** The columns of a list as a person sees them, and what changes that. */
export interface ListColumns<Row> {
  readonly shown: readonly Column<Row>[];
  readonly hidden: readonly Column<Row>[];
  readonly isChanged: boolean;
  readonly hide: (key: string) => void;
  readonly show: (key: string) => void;
  /** Moves a column one place to the left. */
  readonly moveUp: (key: string) => void;
  /** As shipped. */
  readonly reset: () => void;
}

/** A person's choice of columns. Fixed ones stay where they are; a column that came later is shown as shipped. */
export function useListColumns<Row>(
  list: string,
  columns: readonly Column<Row>[],
  brand: string,
): ListColumns<Row> {
  const saved = useStaffCall(listViews, { list }, brand).data?.columns;
  const choosing = useStaffAction(chooseColumns, brand);
  // A choice shows with the tap; the mutation tells its variables a moment later, and the box would spring back until then.
  const [choice, setChoice] = useState<{ readonly columns?: string[] }>();
  const chosen = choice ? choice.columns : saved;
  const movable = columns.filter(({ isFixed }) => !isFixed);
  const keys = (chosen ?? movable.filter(({ isOptional }) => !isOptional).map(({ key }) => key)).filter(
    (key) => movable.some((column) => column.key === key),
  );
  const order = [...keys];
  // A fixed column keeps its place among the shown ones; what comes between follows the person's order.
  const shown = columns.flatMap((column) => {
    if (column.isFixed) return [column];
    const next = keys.includes(column.key) ? order.shift() : undefined;
    return columns.filter(({ key }) => key === next);
  });
  const save = (next: { readonly columns?: string[] }) => {
    setChoice(next);
    choosing.mutate({ list, ...next }, { onError: () => setChoice(undefined) });
  };
  return {
    shown,
    hidden: movable.filter(({ key }) => !keys.includes(key)),
    isChanged: chosen !== undefined,
    hide: (key) => save({ columns: keys.filter((other) => other !== key) }),
    show: (key) => save({ columns: [...keys, key] }),
    moveUp(key) {
      const place = keys.indexOf(key);
      if (place <= 0) return;
      const others = keys.filter((other) => other !== key);
      save({ columns: [...others.slice(0, place - 1), key, ...others.slice(place - 1)] });
    },
    reset: () => save({}),
  };
}
