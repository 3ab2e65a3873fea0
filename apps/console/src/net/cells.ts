import { awayHeader, olderHeader } from '@hiram/contract/console/staff-call';
import { useSyncExternalStore } from 'react';

/** The lender's cells, where it has several, as the page knows them. */
interface CellsState {
  /** The cells that did not answer, and that what is shown is without. */
  readonly away: string;
  /** The cells that do not have what was changed last of staff, roles, policies and stops. */
  readonly older: string;
  /** The only cell that is shown; undefined: all of them. */
  readonly chosen: string | undefined;
}

let state: CellsState = { away: '', older: '', chosen: undefined };
const listeners = new Set<() => void>();

function change(next: Partial<CellsState>): void {
  if (Object.entries(next).every(([name, value]) => state[name as keyof CellsState] === value)) return;
  state = { ...state, ...next };
  for (const listener of listeners) listener();
}

/** Keeps what an answer says of the cells. Without these headers there is one, or the call was of one alone. */
export function noteCells(headers: Headers): void {
  const [away, older] = [headers.get(awayHeader), headers.get(olderHeader)];
  change({ ...(away === null ? {} : { away }), ...(older === null ? {} : { older }) });
}

export const chosenCell = (): string | undefined => state.chosen;
export const chooseCell = (chosen: string | undefined): void => change({ chosen });

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

export function useCells(): CellsState {
  return useSyncExternalStore(subscribe, () => state);
}
