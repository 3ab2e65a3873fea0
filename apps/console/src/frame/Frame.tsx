import { allBrands } from '@hiram/contract/console/rights';
import { useLingui } from '@lingui/react/macro';
import { type ReactNode, Suspense, useState } from 'react';
import { Redirect, Route, Switch, useLocation } from 'wouter';
import { hasRight, oneBrandOf, type Person, type ScreenProps } from '../app/person.ts';
import { PersonContext, PlacesContext } from '../app/person-context.ts';
import type { Screen } from '../app/screen.ts';
import { BrandFormats } from '../kit/brand-format.tsx';
import { useKey } from '../kit/keys/keys.ts';
import { Loading } from '../kit/Loading.tsx';
import { Nothing } from '../kit/Nothing.tsx';
import { Toasts } from '../kit/toast.tsx';
import { MayNotSee } from '../net/Loaded.tsx';
import { CellState } from './CellState.tsx';
import { ChooseBrand } from './ChooseBrand.tsx';
import styles from './Frame.module.css';
import { KeyFoot } from './KeyFoot.tsx';
import { NarrowBar } from './NarrowBar.tsx';
import { Navigation } from './Navigation.tsx';
import { ScreenFault } from './ScreenFault.tsx';
import { screens } from './screens.ts';

const brandName = 'hiram-console-brand';
const lastName = 'hiram-console-last-brand';

/** The brands in which the person has any right, `*` first if they have one in all. */
function brandsOf(person: Person): readonly string[] {
  const held = new Set(person.rights.map(({ brand }) => brand));
  const all = person.brands.map(({ id }) => id);
  return held.has(allBrands) ? [allBrands, ...all] : all.filter((brand) => held.has(brand));
}

/** The brand that the person looks at and the last single one, kept in this tab over a reload. */
function useChosenBrand(brands: readonly string[]) {
  const [cached, setCached] = useState(() => sessionStorage.getItem(brandName));
  const [last, setLast] = useState(() => sessionStorage.getItem(lastName) ?? undefined);
  const choose = (brand: string) => {
    sessionStorage.setItem(brandName, brand);
    setCached(brand);
    if (brand === allBrands) return;
    sessionStorage.setItem(lastName, brand);
    setLast(brand);
  };
  return { chosen: brands.find((brand) => brand === cached) ?? brands[0] ?? allBrands, last, choose };
}

/** The frame: navigation by rights, the brand, who is signed in, and the screen. */
export function Frame({ person }: { readonly person: Person }): ReactNode {
  const { t } = useLingui();
  const brands = brandsOf(person);
  const { chosen, last, choose } = useChosenBrand(brands);
  const [location] = useLocation();
  const shown = screens.filter(
    ({ group, right }) => group !== undefined && (right === undefined || hasRight(person, right, chosen)),
  );
  const place = { person, brand: chosen, brands, shown, onBrand: choose };
  return (
    <PersonContext value={person}>
      <PlacesContext value={{ onBrand: choose, lastBrand: last }}>
        <BrandFormats brands={person.brands} chosen={chosen}>
          <Toasts label={t`Messages`}>
            <div className={styles.frame}>
              <Navigation {...place} />
              <main className={styles.main} tabIndex={-1}>
                <CellState cells={person.cells} />
                <ScreenFault place={location}>
                  <Suspense fallback={<Loading />}>
                    <Screens person={person} brand={chosen} shown={shown} />
                  </Suspense>
                </ScreenFault>
              </main>
              <KeyFoot />
              <NarrowBar {...place} />
            </div>
            {shown.map((screen) => (
              <ScreenKey key={screen.path} screen={screen} />
            ))}
          </Toasts>
        </BrandFormats>
      </PlacesContext>
    </PersonContext>
  );
}

function ScreenKey({ screen }: { readonly screen: Screen }): ReactNode {
  const { i18n } = useLingui();
  const [, navigate] = useLocation();
  const key = screen.letter === undefined ? undefined : (`G ${screen.letter}` as const);
  useKey(key, i18n._(screen.title), () => navigate(screen.path), { isShown: false });
  return null;
}

interface ScreensProps extends Omit<ScreenProps, 'params'> {
  readonly shown: readonly Screen[];
}

function Screens({ person, brand, shown }: ScreensProps): ReactNode {
  const { t } = useLingui();
  return (
    <Switch>
      {screens.map((screen) => (
        <Route key={screen.path} path={screen.path}>
          {(params) => <Opened screen={screen} person={person} brand={brand} params={params} />}
        </Route>
      ))}
      <Route path="/">{shown[0] ? <Redirect to={shown[0].path} replace /> : <NoScreen />}</Route>
      <Route>{shown[0] ? <Nothing icon="warn" title={t`There is no such page`} /> : <NoScreen />}</Route>
    </Switch>
  );
}

/** A screen, or why it is not shown; of one that shows one brand, its brands while all are looked at. */
function Opened({ screen, person, brand, params }: ScreenProps & { readonly screen: Screen }): ReactNode {
  const { right, ofOneBrand, Component } = screen;
  if (right !== undefined && !hasRight(person, right, brand))
    return <MayNotSee right={right} brand={brand} />;
  const shown = ofOneBrand ? oneBrandOf(person, brand) : brand;
  if (ofOneBrand && shown === allBrands) return <ChooseBrand screen={screen} brands={person.brands} />;
  return <Component key={shown} person={person} brand={shown} params={params} />;
}

function NoScreen(): ReactNode {
  const { t } = useLingui();
  return (
    <Nothing
      icon="lock"
      title={t`Nothing is open to you yet`}
      text={t`None of your roles has a screen here. An administrator requests a role for you, and a second person approves it.`}
    />
  );
}
