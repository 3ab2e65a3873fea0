/** Remembers that a page of ours was open in this view, and that the first page is about to be replaced. */
const openedKey = 'hiram.opened';
const replacingFirstKey = 'hiram.replacingFirst';

/** The part of the Navigation API that is used here; engines before Chrome 102 and Safari 26 have none. */
interface EntryList {
  readonly canGoBack: boolean;
  back(): { readonly committed: Promise<unknown>; readonly finished: Promise<unknown> };
}

function entryList(): EntryList | undefined {
  return (window as { navigation?: EntryList }).navigation;
}

function take(key: string): boolean | undefined {
  try {
    const found = sessionStorage.getItem(key) !== null;
    sessionStorage.removeItem(key);
    return found;
  } catch {
    return undefined;
  }
}

function put(key: string): void {
  try {
    sessionStorage.setItem(key, '1');
  } catch {
    // Without storage, `history.length` alone tells the first page.
  }
}

/** Is the history entry that we stand on the first one of ours in this view? */
function isFirstEntry(): boolean {
  const state: unknown = history.state;
  return typeof state === 'object' && state !== null && 'first' in state && state.first === true;
}

/**
 * Marks the first page of ours in this view at its history entry: `history.length` also counts what lies ahead, so it
 * does not tell a first page that one came back to.
 */
export function markFirstPage(): void {
  const opened = take(openedKey);
  const replacedFirst = take(replacingFirstKey);
  put(openedKey);
  if (history.state !== null) return;
  const first = opened === undefined ? history.length === 1 : !opened || replacedFirst === true;
  if (first) history.replaceState({ first }, '');
}

/** To be called before another document replaces this one, which then is the first page in its place. */
export function replacingPage(): void {
  if (isFirstEntry()) put(replacingFirstKey);
}

/** Does a page of ours lie behind this one? */
export function liesBehind(): boolean {
  const entries = entryList();
  return entries ? entries.canGoBack : !isFirstEntry();
}

/** One page back in this view. Answers false where no page of ours lies behind. */
export function stepBack(): boolean {
  if (!liesBehind()) return false;
  const entries = entryList();
  if (!entries) {
    history.back();
    return true;
  }
  // In a frame, `history.back()` would also walk the pages of whoever frames us.
  const { committed, finished } = entries.back();
  committed.catch(() => undefined);
  finished.catch(() => undefined);
  return true;
}
