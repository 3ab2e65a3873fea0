import { type ReactNode, useEffect, useLayoutEffect } from 'react';
import { paths } from '../app/navigation/paths.ts';
import { isRoute } from '../app/page/cache-names.ts';
import { NotLoaded } from '../app/page/NotLoaded.tsx';
import { ErrorScreen } from './ErrorScreen.tsx';

/** An unknown address; or a known one, for which the phone has this page alone while there is no connection. */
export default function ErrorPage(): ReactNode {
  const isKnown = location.pathname !== paths.error && isRoute(location.pathname);
  return isKnown ? <Offline /> : <ErrorScreen reason="missing" />;
}

const reload = () => location.reload();

/** Opens the page itself as soon as there is a connection. */
function Offline(): ReactNode {
  // The panel stands in place of the notice that the phone is offline, which speaks of what is shown.
  useLayoutEffect(() => {
    document.documentElement.setAttribute('data-own-notice', '');
    return () => document.documentElement.removeAttribute('data-own-notice');
  }, []);
  useEffect(() => {
    window.addEventListener('online', reload);
    return () => window.removeEventListener('online', reload);
  }, []);
  return <NotLoaded onRetry={reload} />;
}
