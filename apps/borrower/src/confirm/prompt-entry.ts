import { hasEarlierPage } from '../app/behind.ts';
import { leavePage } from '../app/go.ts';

/**
 * The history entry in front of the page's own that makes the browser's back button ask first: going back from it stays
 * on the page.
 */
interface PromptEntry {
  readonly prompt: true;
  /** Does a page of ours lie behind the page's own entry? */
  readonly behind: boolean;
}

/** From the choice to leave on, steps through the history are ours and ask nothing. */
let leaving = false;

function isPromptEntry(state: unknown): state is PromptEntry {
  return typeof state === 'object' && state !== null && 'prompt' in state;
}

/** Puts the entry in front of the page's own, once: a reloaded page stands on it already. */
export function putPromptEntry(): void {
  leaving = false;
  if (isPromptEntry(history.state)) return;
  const entry: PromptEntry = { prompt: true, behind: hasEarlierPage() };
  history.pushState(entry, '');
}

/** Did the borrower step from the prompt's entry to the page's own? */
export function steppedOnOwnEntry(path: string): boolean {
  return !leaving && location.pathname === path && !isPromptEntry(history.state);
}

/** Leaves the page, whichever of its two entries it stands on: one page back, and no further. */
export function leaveFromPrompt(): void {
  leaving = true;
  const entry: unknown = history.state;
  if (isPromptEntry(entry) && entry.behind) history.go(-2);
  else stepOff(leavePage);
}

/** Takes the prompt's entry away, so that what replaces the page replaces all of it; then goes on. */
export function stepOff(then: () => void): void {
  leaving = true;
  if (isPromptEntry(history.state)) {
    window.addEventListener('popstate', then, { once: true });
    history.back();
  } else then();
}
