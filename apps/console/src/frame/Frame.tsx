import { allBrands } from '@hiram/contract/console/rights';
import { lock, signOut } from '@hiram/contract/console/session';
import { useLingui } from '@lingui/react/macro';
import { type ReactNode, Suspense, useState } from 'react';
import { Link, Redirect, Route, Switch, useLocation } from 'wouter';
import { hasRight, type Person } from '../app/person.ts';
import { Button } from '../kit/Button.tsx';
import { Field } from '../kit/Field.tsx';
import kit from '../kit/kit.module.css';
import { useStaffAction } from '../net/useStaffCall.ts';
import styles from './Frame.module.css';
import { screens } from './screens.ts';

/** The brands in which the person has any right, `*` first if they have one in all. */
function brandsOf(person: Person): readonly string[] {
  const held = new Set(person.rights.map(({ brand }) => brand));
  const all = person.brands.map(({ id }) => id);
  return held.has(allBrands) ? [allBrands, ...all] : all.filter((brand) => held.has(brand));
}

/** The frame: navigation by rights, the brand, who is signed in, and the screen. */
export function Frame({ person }: { readonly person: Person }): ReactNode {
  const { t, i18n } = useLingui();
  const [chosen, setChosen] = useState(brandsOf(person)[0] ?? allBrands);
  const locking = useStaffAction(lock);
  const leaving = useStaffAction(signOut);
  const [location] = useLocation();
  const shown = screens.filter(({ group, right }) => group !== undefined && hasRight(person, right, chosen));
  return (
    <div className={styles.frame}>
      <nav className={styles.side} aria-label={t`Screens`}>
        <BrandChoice person={person} chosen={chosen} onChange={setChosen} />
        <ul>
          {shown.map(({ path, title }) => (
            <li key={path}>
              <Link href={path} className={styles.link} aria-current={location === path ? 'page' : undefined}>
                {i18n._(title)}
              </Link>
            </li>
          ))}
        </ul>
        <div className={styles.person}>
          <p>
            <strong>{person.name}</strong>
            <br />
            <span className={kit.muted}>{person.roles.map(({ role }) => role).join(', ')}</span>
          </p>
          <div className={kit.row}>
            <Button onClick={() => locking.mutate({})}>{t`Lock`}</Button>
            <Button onClick={() => leaving.mutate({})}>{t`Sign out`}</Button>
          </div>
        </div>
      </nav>
      <main className={styles.main}>
        <Suspense fallback={null}>
          <Switch>
            {screens.map(({ path, Component }) => (
              <Route key={path} path={path}>
                {(params) => <Component key={chosen} person={person} brand={chosen} params={params} />}
              </Route>
            ))}
            <Route>{shown[0] ? <Redirect to={shown[0].path} replace /> : <Nothing />}</Route>
          </Switch>
        </Suspense>
      </main>
    </div>
  );
}

interface BrandChoiceProps {
  readonly person: Person;
  readonly chosen: string;
  readonly onChange: (brand: string) => void;
}

function BrandChoice({ person, chosen, onChange }: BrandChoiceProps): ReactNode {
  const { t } = useLingui();
  const nameOf = (brand: string) =>
    brand === allBrands ? t`All brands` : (person.brands.find(({ id }) => id === brand)?.name ?? brand);
  return (
    <Field label={t`Brand`}>
      {(id) => (
        <select id={id} value={chosen} onChange={(event) => onChange(event.currentTarget.value)}>
          {brandsOf(person).map((brand) => (
            <option key={brand} value={brand}>
              {nameOf(brand)}
            </option>
          ))}
        </select>
      )}
    </Field>
  );
}

function Nothing(): ReactNode {
  const { t } = useLingui();
  return (
    <div className={kit.state}>
      <h1>{t`Nothing is open to you yet`}</h1>
      <p>{t`None of your roles has a screen here. An administrator requests a role for you, and a second person grants it.`}</p>
    </div>
  );
}
