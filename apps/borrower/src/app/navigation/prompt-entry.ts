import { leavePage } from './go.ts';
import { hasEarlierPage } from './page-history.ts';

/**
 * The history entry after the page's own that makes the browser's back button ask first: going back from it stays on
 * the page.
 */
interface PromptEntry {
  readonly prompt: true;
  /** True if the history has a page of this app before the page's own entry. */
  readonly behind: boolean;
}

/** Set once the borrower has chosen to leave: history navigation is then the app's own and asks nothing. */
let isLeaving = false;

function isPromptEntry(state: unknown): state is PromptEntry {
  return typeof state === 'object' && state !== null && 'prompt' in state;
}

/** Adds the entry after the page's own, once: a reloaded page is already on it. */
export function putPromptEntry(): void {
  isLeaving = false;
  if (isPromptEntry(history.state)) return;
  const entry: PromptEntry = { prompt: true, behind: hasEarlierPage() };
  history.pushState(entry, '');
}

/** Reports whether the borrower went back from the prompt's entry to the page's own. */
export function steppedOnOwnEntry(path: string): boolean {
  return !isLeaving && location.pathname === path && !isPromptEntry(history.state);
}

/** Leaves the page from either of its two entries: exactly one page back. */
export function leaveFromPrompt(): void {
  isLeaving = true;
  const entry: unknown = history.state;
  if (isPromptEntry(entry) && entry.behind) history.go(-2);
  else removePromptEntry(leavePage);
}

/** Removes the prompt's entry, so that a replacement replaces the whole page. Then calls `onRemoved`. */
export function removePromptEntry(onRemoved: () => void): void {
  isLeaving = true;
  if (isPromptEntry(history.state)) {
    window.addEventListener('popstate', onRemoved, { once: true });
    history.back();
  } else onRemoved();
}
