import type { Task } from '@hiram/contract/console/work';

/** As in the queue of calls: 1, behind the others, what must be asked about first; 2, last, whom nobody may call. */
const backOf = ({ may, open }: Task) => (may?.ok === false && may.from === undefined ? 2 : open ? 1 : 0);

/** Late loans of one group in the order in which they are called. Everything else keeps its place. */
export function inCallOrder(rows: readonly Task[], groupOf: (task: Task) => string): readonly Task[] {
  const late = rows.filter(({ kind }) => kind === 'lateLoan');
  const queues = new Map<string, Task[]>();
  for (const task of late) queues.set(groupOf(task), [...(queues.get(groupOf(task)) ?? []), task]);
  for (const queue of queues.values()) queue.sort((one, other) => backOf(one) - backOf(other));
  return rows.map((task) => (task.kind === 'lateLoan' ? (queues.get(groupOf(task))?.shift() ?? task) : task));
}
