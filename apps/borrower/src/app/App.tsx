import { type ComponentType, lazy, type ReactNode, Suspense, useMemo, useRef } from 'react';
import { useLocation } from 'wouter';
import { Toaster } from '../kit/Toaster.tsx';
import { screenAt } from '../screens.ts';
import { Shell } from '../shell/shells.tsx';
import { Boundary } from './Boundary.tsx';
import { OfflineNotice } from './OfflineNotice.tsx';

/** The screen of the current route. The first one is there already; later ones show their shell while they load. */
function Route({ first }: { readonly first: ComponentType }): ReactNode {
  const [location] = useLocation();
  const opened = useRef(location);
  const screen = screenAt(location);
  const isFirst = opened.current === location;
  const Current = useMemo(() => (isFirst ? first : lazy(screen.load)), [isFirst, first, screen]);
  return (
    <Suspense fallback={<Shell name={screen.shell} />}>
      <Boundary key={location}>
        <Current />
      </Boundary>
    </Suspense>
  );
}

export function App({ first }: { readonly first: ComponentType }): ReactNode {
  return (
    <Boundary>
      <OfflineNotice />
      <Route first={first} />
      <Toaster />
    </Boundary>
  );
}
