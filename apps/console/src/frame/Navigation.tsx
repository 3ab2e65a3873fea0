import { allBrands } from '@hiram/contract/console/rights';
import { lock, signOut } from '@hiram/contract/console/session';
import { useLingui } from '@lingui/react/macro';
import { type ReactNode, useEffect, useRef } from 'react';
import { Link, useLocation } from 'wouter';
import type { Person } from '../app/person.ts';
import { forgetRecent, useRecent } from '../app/recent.ts';
import { groups, type Screen } from '../app/screen.ts';
import { clearDrafts } from '../app/useDraft.ts';
import { FindBox } from '../find/FindBox.tsx';
import { useAnyWord } from '../i18n/words.ts';
import { Button } from '../kit/controls/Button.tsx';
import { SelectField } from '../kit/controls/Field.tsx';
import { Icon } from '../kit/Icon.tsx';
import kit from '../kit/kit.module.css';
import { PayoutState } from '../money-out/PayoutState.tsx';
import { useStaffAction } from '../net/useStaffCall.ts';
import { CellChoice } from './CellState.tsx';
import styles from './Frame.module.css';
import { isOpen } from './open-screen.ts';
import { ScreenCount } from './ScreenCount.tsx';

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
      <Recent hasMany={place.shown.length > manyScreens} />
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
  const [location] = useLocation();
  const names = { work: t`Work`, people: t`People`, money: t`Money`, lender: t`Lender` };
  return groups.map((group) => {
    const links = shown.filter((screen) => screen.group === group);
    if (links.length === 0) return null;
    return (
      <div key={group}>
        {group !== 'work' && <h2 className={styles.group}>{names[group]}</h2>}
        <ul>
          {links.map((screen) => (
            <li key={screen.path}>
              <Link
                href={screen.path}
                className={styles.link}
                aria-current={isOpen(location, screen.path) ? 'page' : undefined}
              >
                <Icon name={screen.icon} />
                {i18n._(screen.title)}
                <ScreenCount screen={screen} brand={brand} />
              </Link>
            </li>
          ))}
        </ul>
      </div>
    );
  });
}

/** From this number of screens on a low window has no room for the recent pages. */
const manyScreens = 14;

function Recent({ hasMany }: { readonly hasMany: boolean }): ReactNode {
  const { t } = useLingui();
  const recent = useRecent();
  if (recent.length === 0) return null;
  return (
    <div className={styles.recent} data-many={hasMany ? '' : undefined}>
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
  if (brands.length === 0 || person.brands.length === 1) return null;
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
