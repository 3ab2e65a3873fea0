/** Session storage keys: a page of this app was open in this view; the first page is about to be replaced. */
const openedKey = 'hiram.opened';
const replacingFirstKey = 'hiram.replacingFirst';

/** The part of the Navigation API that this file uses. Engines before Chrome 102 and Safari 26 do not have it. */
interface EntryList {
  readonly canGoBack: boolean;
  back(): { readonly committed: Promise<unknown>; readonly finished: Promise<unknown> };
}

function entryList(): EntryList | undefined {
  return (window as { navigation?: EntryList }).navigation;
}

function takeFlag(key: string): boolean | undefined {
  try {
    const wasSet = sessionStorage.getItem(key) !== null;
    sessionStorage.removeItem(key);
    return wasSet;
  } catch {
    return undefined;
  }
}

function setFlag(key: string): void {
  try {
    sessionStorage.setItem(key, '1');
  } catch {
    // Without storage, only `history.length` identifies the first page.
  }
}

/** Reports whether the current history entry is the first entry of this app in this view. */
function isFirstEntry(): boolean {
  const state: unknown = history.state;
  return typeof state === 'object' && state !== null && 'first' in state && state.first === true;
}

/**
 * Marks the first page of this app in its history entry. `history.length` also counts forward entries, so it cannot
 * identify a first page to which the borrower has returned.
 */
export function markFirstPage(): void {
  const wasOpened = takeFlag(openedKey);
  const replacedFirst = takeFlag(replacingFirstKey);
  setFlag(openedKey);
  if (history.state !== null) return;
  const isFirst = wasOpened === undefined ? history.length === 1 : !wasOpened || replacedFirst === true;
  if (isFirst) history.replaceState({ first: isFirst }, '');
}

/** Call this before another document replaces this page: that document is then the first page. */
export function beforeReplacingPage(): void {
  if (isFirstEntry()) setFlag(replacingFirstKey);
}

/** Reports whether the history has a page of this app before this one. */
export function hasEarlierPage(): boolean {
  const entries = entryList();
  return entries ? entries.canGoBack : !isFirstEntry();
}

/** Goes back one page in this view. Returns false if there is no earlier page of this app. */
export function stepBack(): boolean {
  if (!hasEarlierPage()) return false;
  const entries = entryList();
  if (!entries) {
    history.back();
    return true;
  }
  // In a frame, `history.back()` would also go back through the pages of the site around the frame.
  const { committed, finished } = entries.back();
  committed.catch(() => undefined);
  finished.catch(() => undefined);
  return true;
}
