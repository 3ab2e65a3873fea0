import { countUncovered } from '@hiram/contract/console/coverage';
import { useLingui } from '@lingui/react/macro';
import { lazy, type ReactNode, Suspense } from 'react';
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

/** The number of what waits on a screen. */
export function ScreenCount({ screen: { path, kinds }, brand }: Props): ReactNode {
  const todo = useTodo(brand)(kinds);
  if (path === '/coverage') return <Uncovered brand={brand} />;
  if (path !== '/money-in') return <Count todo={todo} />;
  return (
    <Suspense fallback={<Count todo={todo} />}>
      <MoneyInCount brand={brand} todo={todo} Count={Count} />
    </Suspense>
  );
}

/** The number of tasks that a person could do on a screen, after the number of those that are late, in red. */
function Count({ todo }: { readonly todo: Todo | undefined }): ReactNode {
  const { t } = useLingui();
  if (!todo || todo.count === 0) return null;
  const { count, over } = todo;
  return (
    <>
      {over > 0 && (
        <span className={styles.todo} data-over="" title={t`${over} over their time`}>
          <span aria-hidden="true">{over}</span>
          <span className="visually-hidden">{t`${over} late,`}</span>
        </span>
      )}
      <span
        className={styles.todo}
        title={t`${count} tasks that you could do now: without your own requests`}
      >
        <span aria-hidden="true">{count}</span>
        <span className="visually-hidden">{t`${count} wait`}</span>
      </span>
    </>
  );
}

/** Requests that wait, and that nobody who is there could approve. */
function Uncovered({ brand }: Pick<Props, 'brand'>): ReactNode {
  const { t } = useLingui();
  const { data } = useStaffCall(countUncovered, {}, brand);
  useChanges(['staff_shift', 'staff_role', 'approval'], countUncovered.name);
  if (!data || data.requests === 0) return null;
  const words = t`${data.requests} wait that nobody could approve now`;
  return (
    <span className={styles.todo} data-over="soon" title={words}>
      <span aria-hidden="true">{data.requests}</span>
      <span className="visually-hidden">{words}</span>
    </span>
  );
}
