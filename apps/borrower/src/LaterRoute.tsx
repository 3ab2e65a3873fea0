import { type ComponentType, lazy, type ReactNode, Suspense, useMemo, useState } from 'react';
import { Boundary } from './app/page/Boundary.tsx';
import { NotLoaded } from './app/page/NotLoaded.tsx';
import { documentNow, isOfNewerBuild, reloadOnce } from './app/page/newer-build.ts';
import { ErrorScreen } from './error/ErrorScreen.tsx';
import { loadTexts } from './i18n/i18n.ts';
import type { Screen, ScreenModule } from './screens.ts';
import { Shell } from './shell/shells.tsx';

/** The list of the routes' screens, once it is loaded. */
let list: typeof import('./screens.ts') | undefined;

export async function loadList(): Promise<typeof import('./screens.ts')> {
  list = list ?? (await import('./screens.ts'));
  return list;
}

/** The skeleton of a route. */
const shellAt = (pathname: string): ReactNode => <Shell name={list?.screenAt(pathname).shell ?? 'blank'} />;

async function open(screen: Screen): Promise<ScreenModule> {
  const [module] = await Promise.all([screen.load(), loadTexts(screen.loadTexts)]);
  return module;
}

/** Opens a screen. If its script does not load, returns a replacement with a Retry button. */
async function openOrFallback(pathname: string, tries: number, onRetry: () => void): Promise<ScreenModule> {
  try {
    return await open((await loadList()).screenAt(pathname));
  } catch {
    const html = await documentNow();
    // A newer version is deployed and this version's script is gone: reload the page, automatically only once.
    if (html !== undefined && tries > 0) location.reload();
    else if (html !== undefined && isOfNewerBuild(html) && reloadOnce())
      return { default: () => shellAt(pathname) };
    return { default: () => <NotLoaded onRetry={onRetry} /> };
  }
}

/** The screen of a route to which the page went. It shows the route's skeleton while it loads. */
export function LaterRoute({
  path,
  first,
}: {
  readonly path: string;
  /** The page's first screen, if the page came back to it. */
  readonly first: ComponentType | undefined;
}): ReactNode {
  const [tries, setTries] = useState(0);
  const Current = useMemo(
    () => first ?? lazy(() => openOrFallback(path, tries, () => setTries(tries + 1))),
    [first, path, tries],
  );
  return (
    <Suspense fallback={shellAt(path)}>
      <Boundary key={`${path} ${tries}`} fallback={<ErrorScreen reason="fault" />}>
        <Current />
      </Boundary>
    </Suspense>
  );
}
