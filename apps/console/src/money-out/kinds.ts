import type { TaskKind } from '@hiram/contract/task-kind';

/** Tasks about outgoing money. */
export const moneyOutKinds: readonly TaskKind[] = [
  'contradictedPayout',
  'refund',
  'heldPayout',
  'returnedPayout',
];
