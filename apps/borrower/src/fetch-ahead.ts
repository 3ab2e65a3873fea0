import type { Call } from '@hiram/contract/call';
import { homeIndex, productDetail } from '@hiram/contract/home';
import { loanDetails } from '@hiram/contract/order';
import { instalmentDetail } from '@hiram/contract/repay';
import { bridge } from './app/host/host.ts';
import { type Path, paths } from './app/navigation/paths.ts';
import { callContext } from './app/settings/context.ts';
import { chosenLanguage } from './i18n/i18n.ts';
import { loadAhead } from './net/answers/load-ahead.ts';
import { screenAt } from './screens.ts';

/** The screens and the answers that are fetched ahead of one page, at most. */
const maxScreens = 6;
const maxAnswers = 2;

interface FirstRead {
  readonly call: Call;
  /** The page parameters of its input, in the order in which the screen writes them. */
  readonly from: readonly ('productId' | 'orderId')[];
}

/** The first calls of the screens that most borrowers open. These calls change nothing. */
const firstReads: Readonly<Partial<Record<Path, FirstRead>>> = {
  [paths.order]: { call: loanDetails, from: ['productId', 'orderId'] },
  [paths.repay]: { call: instalmentDetail, from: ['productId', 'orderId'] },
  [paths.productDetail]: { call: productDetail, from: ['productId'] },
  [paths.main]: { call: homeIndex, from: [] },
};

/** The pages to which this one leads: its buttons first, then its links in their order. */
function nextPages(): URL[] {
  const addresses = Array.from(
    document.querySelectorAll<HTMLElement>('[data-next]'),
    (node) => node.dataset.next ?? '',
  );
  const links = Array.from(document.querySelectorAll<HTMLAnchorElement>('a[href^="/"]'), (link) => link.href);
  const pages = addresses.concat(links).map((address) => new URL(address, location.href));
  return pages.filter(({ pathname }) => pathname !== location.pathname);
}

function readFirst({ pathname, searchParams }: URL): boolean {
  const read = firstReads[pathname as Path];
  if (!read || !callContext().sessionId) return false;
  const input: Record<string, string> = {};
  for (const name of read.from) {
    const value = searchParams.get(name);
    if (value) input[name] = value;
  }
  loadAhead(read.call, input as never);
  return true;
}

/**
 * Fetches the scripts, styles and texts of the screens that follow, and what the nearest of them read first, so that a
 * tap shows them at once. Nothing here changes anything, and nothing is shown. Then keeps the page itself.
 */
export async function fetchAhead(): Promise<void> {
  let answers = 0;
  const modules = new Set<string>();
  const loads: Promise<unknown>[] = [];
  if (!bridge.inHost) loads.push(import('./app/host/page-bridge.ts'));
  for (const page of nextPages()) {
    const screen = screenAt(page.pathname);
    if (modules.size < maxScreens && !modules.has(screen.module)) {
      modules.add(screen.module);
      loads.push(screen.load(), screen.loadTexts(chosenLanguage()));
    }
    if (answers < maxAnswers && readFirst(page)) answers += 1;
  }
  await Promise.all(loads);
  const { cachePage } = await import('./net/cache/page-cache.ts');
  await cachePage(chosenLanguage());
}
