import { AsyncLocalStorage } from 'node:async_hooks';

const current = new AsyncLocalStorage<number>();

/** Runs work in a cell: the ids, tokens and codes that it makes carry the cell's mark. */
export function inCell<Result>(cell: number, work: () => Result): Result {
  return current.run(cell, work);
}

/** The cell of the work that runs now. Cell 0, whose marks are empty, is that of every installation with one cell. */
export function currentCell(): number {
  return current.getStore() ?? 0;
}
