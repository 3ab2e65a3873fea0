import { countUncovered } from '@hiram/contract/console/coverage';
import { useLingui } from '@lingui/react/macro';
import { lazy, type ReactNode, Suspense, useContext } from 'react';
import { hasRight } from '../app/person.ts';
import { PersonContext } from '../app/person-context.ts';
import type { Screen } from '../app/screen.ts';
import { type Todo, useTodo } from '../app/useTodo.ts';
import { useChanges } from '../net/useChanges.ts';
import { useStaffCall } from '../net/useStaffCall.ts';
import styles from './Frame.module.css';

// Its call is loaded for those alone who may see incoming money.
const MoneyInCount = lazy(() => import('./MoneyInCount.tsx'));

interface Props {
  readonly screen: Screen;
  readonly brand: string;
}

/** The number of what the person can do now on a screen. */
export function ScreenCount({ screen: { path, kinds }, brand }: Props): ReactNode {
  const todo = useTodo(brand)(kinds);
  const person = useContext(PersonContext);
  if (path === '/coverage')
    return person && hasRight(person, 'coverage.plan', brand) ? <Uncovered brand={brand} /> : null;
  if (path !== '/money-in') return <Count todo={todo} />;
  return (
    <Suspense fallback={<Count todo={todo} />}>
      <MoneyInCount brand={brand} todo={todo} Count={Count} />
    </Suspense>
  );
}

/** The number of tasks that a person can do now on a screen. In red before it: those of them that are over their time. */
function Count({ todo }: { readonly todo: Todo | undefined }): ReactNode {
  const { t } = useLingui();
  if (!todo || todo.count === 0) return null;
  const { count, over } = todo;
  const all = t`You can do ${count} now. Your own requests are not counted.`;
  return (
    <span
      className={styles.todo}
      data-over={over > 0 ? '' : undefined}
      title={over > 0 ? `${all} ${t`Overdue: ${over}.`}` : all}
    >
      {over > 0 && <b aria-hidden="true">{over}</b>}
      <span aria-hidden="true">{count}</span>
      <span className="visually-hidden">{over > 0 ? t`${count} wait, ${over} late` : t`${count} wait`}</span>
    </span>
  );
}

/** Requests that wait, and that nobody who is there could approve: for those who can put somebody on call. */
function Uncovered({ brand }: Pick<Props, 'brand'>): ReactNode {
  const { t } = useLingui();
  const { data } = useStaffCall(countUncovered, {}, brand);
  useChanges(['staff_shift', 'staff_role', 'approval'], countUncovered.name);
  if (!data || data.requests === 0) return null;
  const words = t`${data.requests} wait and no approver is on shift. You can put somebody on call.`;
  return (
    <span className={styles.todo} data-over="soon" title={words}>
      <span className="visually-hidden">{words}</span>
    </span>
  );
}
