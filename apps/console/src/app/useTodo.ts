import { countTodo } from '@hiram/contract/console/work';
import type { TaskKind } from '@hiram/contract/task-kind';
import { useContext } from 'react';
import { useChanges } from '../net/useChanges.ts';
import { useStaffCall } from '../net/useStaffCall.ts';
import { hasRight } from './person.ts';
import { PersonContext } from './person-context.ts';

/** The work that waits for a person beside a screen. */
export interface Todo {
  readonly count: number;
  /** Those of them that are over their time. */
  readonly over: number;
}

/**
 * The number of tasks of each kind that the person could do now, kept current by the stream. Undefined:
 * nothing, or not known.
 */
export function useTodo(brand: string): (kinds: readonly TaskKind[] | undefined) => Todo | undefined {
  const person = useContext(PersonContext);
  const isOn = person !== undefined && hasRight(person, 'work.read', brand);
  const { data } = useStaffCall(countTodo, {}, brand, { isOn });
  useChanges(['task', 'approval'], countTodo.name);
  return (kinds) => {
    if (!kinds || !data) return undefined;
    const own = data.kinds.filter(({ kind }) => kinds.includes(kind));
    if (own.length === 0) return undefined;
    return {
      count: own.reduce((sum, { count }) => sum + count, 0),
      over: own.reduce((sum, { over }) => sum + over, 0),
    };
  };
}
