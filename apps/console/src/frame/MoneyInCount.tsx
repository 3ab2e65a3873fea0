import type { ComponentType, ReactNode } from 'react';
import type { Todo } from '../app/useTodo.ts';
import { useWaiting } from '../money-in/useWaiting.ts';

interface CountProps {
  readonly todo: Todo | undefined;
}

interface Props extends CountProps {
  readonly brand: string;
  readonly Count: ComponentType<CountProps>;
}

/** Incoming money that waits: the sum of the tabs of its screen, also where one task is about several lines of a bank. */
export default function MoneyInCount({ brand, todo, Count }: Props): ReactNode {
  const count = useWaiting(brand);
  return <Count todo={count === undefined ? todo : { count, over: todo?.over ?? 0 }} />;
}
