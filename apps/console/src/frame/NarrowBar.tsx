import { useLingui } from '@lingui/react/macro';
import { type ReactNode, useState } from 'react';
import { Link, useLocation } from 'wouter';
import { FindBox } from '../find/FindBox.tsx';
import { Dialog } from '../kit/controls/Dialog.tsx';
import { Icon } from '../kit/Icon.tsx';
import { CellChoice } from './CellState.tsx';
import styles from './Frame.module.css';
import { BrandChoice, Links, type Place, WhoAmI } from './Navigation.tsx';
import { isOpen } from './open-screen.ts';
import { ScreenCount } from './ScreenCount.tsx';

/** Screens in the bar itself; the others are under *More*. */
const maxLinks = 3;

/** The bar at the foot of a narrow page. */
export function NarrowBar(place: Place): ReactNode {
  const { t, i18n } = useLingui();
  const [location] = useLocation();
  // The dialog belongs to the address at which it was opened: a link in it closes it.
  const [openAt, setOpenAt] = useState<string>();
  const links = place.shown.slice(0, maxLinks);
  const isBehind = !links.some(({ path }) => isOpen(location, path));
  return (
    <nav className={styles.bar} aria-label={t`Screens`}>
      {links.map((screen) => (
        <Link
          key={screen.path}
          href={screen.path}
          className={styles.barLink}
          aria-current={isOpen(location, screen.path) ? 'page' : undefined}
        >
          <Icon name={screen.icon} />
          {i18n._(screen.title)}
          <ScreenCount screen={screen} brand={place.brand} />
        </Link>
      ))}
      <FindBox {...place} className={styles.barLink} />
      <button
        type="button"
        className={styles.barLink}
        aria-current={isBehind ? 'page' : undefined}
        onClick={() => setOpenAt(location)}
      >
        <Icon name="more" />
        {t`More`}
      </button>
      {openAt === location && (
        <Dialog title={t`More`} onClose={() => setOpenAt(undefined)}>
          <BrandChoice {...place} />
          <CellChoice cells={place.person.cells} />
          <Links {...place} />
          <WhoAmI person={place.person} />
        </Dialog>
      )}
    </nav>
  );
}
