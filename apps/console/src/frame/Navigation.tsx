import { countUncovered } from '@hiram/contract/console/coverage';
import { allBrands } from '@hiram/contract/console/rights';
import { lock, signOut } from '@hiram/contract/console/session';
import { useLingui } from '@lingui/react/macro';
import { lazy, type ReactNode, Suspense, useEffect, useRef } from 'react';
import { Link, useLocation } from 'wouter';
import type { Person } from '../app/person.ts';
import { forgetRecent, useRecent } from '../app/recent.ts';
import { groups, type Screen } from '../app/screen.ts';
import { clearDrafts } from '../app/useDraft.ts';
import { type Todo, useTodo } from '../app/useTodo.ts';
import { FindBox } from '../find/FindBox.tsx';
import { useAnyWord } from '../i18n/words.ts';
import { Button } from '../kit/controls/Button.tsx';
import { SelectField } from '../kit/controls/Field.tsx';
import { Icon } from '../kit/Icon.tsx';
import kit from '../kit/kit.module.css';
import { PayoutState } from '../money-out/PayoutState.tsx';
import { useChanges } from '../net/useChanges.ts';
import { useStaffAction, useStaffCall } from '../net/useStaffCall.ts';
import { CellChoice } from './CellState.tsx';
import styles from './Frame.module.css';
import { isOpen } from './open-screen.ts';

// Its call is loaded for those alone who may see incoming money.
const MoneyInCount = lazy(() => import('./MoneyInCount.tsx'));

export interface Place {
  readonly person: Person;
  readonly brand: string;
  readonly brands: readonly string[];
  /** The screens that the person may open. */
  readonly shown: readonly Screen[];
  readonly onBrand: (brand: string) => void;
}

/** The side of a wide page. */
export function Navigation(place: Place): ReactNode {
  const { t } = useLingui();
  const side = useRef<HTMLElement>(null);
  const [location] = useLocation();
  // A person with many rights has more screens than fit.
  // biome-ignore lint/correctness/useExhaustiveDependencies: another link is the current one on another page
  useEffect(() => {
    side.current?.querySelector('[aria-current]')?.scrollIntoView({ block: 'nearest' });
  }, [location]);
  return (
    <nav className={styles.side} aria-label={t`Screens`} ref={side}>
      <div className={styles.head}>
        <BrandChoice {...place} />
        <CellChoice cells={place.person.cells} />
        <FindBox {...place} />
      </div>
      <Links {...place} />
      <Recent />
      <div className={styles.foot}>
        <PayoutState person={place.person} brand={place.brand} />
        <WhoAmI person={place.person} />
      </div>
    </nav>
  );
}

/** Links to the screens, by group. */
export function Links({ shown, brand }: Pick<Place, 'shown' | 'brand'>): ReactNode {
  const { t, i18n } = useLingui();
  const todoOf = useTodo(brand);
  const [location] = useLocation();
  const names = { work: t`Work`, people: t`People`, money: t`Money`, lender: t`Lender` };
  return groups.map((group) => {
    const links = shown.filter((screen) => screen.group === group);
    if (links.length === 0) return null;
    return (
      <div key={group}>
        {group !== 'work' && <h2 className={styles.group}>{names[group]}</h2>}
        <ul>
          {links.map(({ path, title, icon, kinds }) => (
            <li key={path}>
              <Link
                href={path}
                className={styles.link}
                aria-current={isOpen(location, path) ? 'page' : undefined}
              >
                <Icon name={icon} />
                {i18n._(title)}
                {path === '/coverage' ? (
                  <Uncovered brand={brand} />
                ) : path === '/money-in' ? (
                  <Suspense fallback={<Count todo={todoOf(kinds)} />}>
                    <MoneyInCount brand={brand} todo={todoOf(kinds)} Count={Count} />
                  </Suspense>
                ) : (
                  <Count todo={todoOf(kinds)} />
                )}
              </Link>
            </li>
          ))}
        </ul>
      </div>
    );
  });
}

/** The number of tasks that a person could do on a screen; a red dot if a promise is broken. */
function Count({ todo }: { readonly todo: Todo | undefined }): ReactNode {
  const { t } = useLingui();
  if (!todo || todo.count === 0) return null;
  return (
    <span
      className={styles.todo}
      data-over={todo.isOver ? '' : undefined}
      title={t`${todo.count} tasks that you could do now: without your own requests`}
    >
      <span aria-hidden="true">{todo.count}</span>
      <span className="visually-hidden">
        {todo.isOver ? t`${todo.count} wait, a promise is broken` : t`${todo.count} wait`}
      </span>
    </span>
  );
}

/** Requests that wait, and that nobody who is there could approve. */
function Uncovered({ brand }: Pick<Place, 'brand'>): ReactNode {
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

function Recent(): ReactNode {
  const { t } = useLingui();
  const recent = useRecent();
  if (recent.length === 0) return null;
  return (
    <div>
      <h2 className={styles.group}>{t`Recent`}</h2>
      <ul>
        {recent.map(({ href, label, icon }) => (
          <li key={href}>
            <Link href={href} className={styles.link}>
              <Icon name={icon} />
              <span className={styles.cut}>{label}</span>
            </Link>
          </li>
        ))}
      </ul>
    </div>
  );
}

export function BrandChoice({ person, brand: chosen, brands, onBrand }: Place): ReactNode {
  const { t } = useLingui();
  const nameOf = (brand: string) =>
    brand === allBrands ? t`All brands` : (person.brands.find(({ id }) => id === brand)?.name ?? brand);
  // A person without a role has no brand yet.
  if (brands.length === 0) return null;
  return (
    <SelectField
      label={t`Brand`}
      value={chosen}
      options={brands.map((brand) => ({ value: brand, label: nameOf(brand) }))}
      onChange={onBrand}
    />
  );
}

/** The signed-in person, with the button that ends the session. */
export function WhoAmI({ person }: { readonly person: Person }): ReactNode {
  const { t } = useLingui();
  const word = useAnyWord();
  const locking = useStaffAction(lock);
  const leaving = useStaffAction(signOut);
  const leave = () => {
    clearDrafts();
    forgetRecent();
    leaving.mutate({});
  };
  return (
    <>
      <p className={styles.who}>
        <Link href="/account" className={styles.account}>
          {person.name}
        </Link>
        <span className={kit.muted}>
          {[...new Set(person.roles.map(({ role }) => word(role)))].join(', ')}
        </span>
      </p>
      <div className={kit.row}>
        <Button onClick={() => locking.mutate({})}>{t`Lock`}</Button>
        <Button onClick={leave}>{t`Sign out`}</Button>
      </div>
    </>
  );
}
