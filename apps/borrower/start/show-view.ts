import type { FirstCall } from '../src/net/transport/first-call.ts';
import { readJson } from './read-json.ts';

/** The first call while the start still fills it in. */
export type StartedCall = { -readonly [Name in keyof FirstCall]: FirstCall[Name] };

/** The answer that the server put into the document, behind the view that it rendered from it. */
interface DocumentAnswer {
  readonly result?: unknown;
  readonly needsLater?: boolean;
}

/** Milliseconds after which the page calls by itself: the document may stay open without an answer. */
const answerMs = 5_000;

/**
 * Puts the view in the place of the skeleton. The policy allows no style attributes in a document, but
 * scripts may set styles.
 */
function moveView(view: Element, root: Element): void {
  for (const element of view.querySelectorAll<HTMLElement>('[data-style]')) {
    element.style.cssText = String(element.getAttribute('data-style'));
    element.removeAttribute('data-style');
  }
  root.textContent = '';
  while (view.firstChild) root.appendChild(view.firstChild);
}

/** Adds the second call whose answer the view shows too. */
function addNext(first: StartedCall, isFirstDocument: boolean): void {
  const answered = readJson<Pick<FirstCall, 'name' | 'input'> | null>('hiram-next');
  if (!answered) return;
  const next: FirstCall = {
    ...answered,
    sessionId: first.sessionId,
    body: Promise.resolve(),
    again: isFirstDocument,
  };
  if (window.hiramFirst === first) first.next = next;
  else window.hiramFirst = next;
}

/**
 * Waits for the answer of a call that the server has begun: it follows in the document, after the first view (`hiramShow` is
 * called behind both). If the document ends or stays open without it, the page sends the call itself. In the first document of a
 * browser the page also sends it when it has loaded: that call binds the session to the cookie that the document has just set.
 * Sent at once, it would take one of the browser's six connections from the page's scripts.
 */
export function untilAnswered(
  send: () => Promise<unknown>,
  { isFirstDocument, first }: { readonly isFirstDocument: boolean; readonly first: () => StartedCall },
): Promise<unknown> {
  return new Promise((resolve, reject) => {
    let isDone = false;
    const sendItself = () => {
      if (isDone) return;
      isDone = true;
      send().then(resolve, reject);
    };
    document.addEventListener('DOMContentLoaded', sendItself);
    const timer = setTimeout(sendItself, answerMs);
    window.hiramShow = () => {
      if (isDone) return;
      isDone = true;
      clearTimeout(timer);
      if (isFirstDocument) window.addEventListener('load', () => void send());
      const answer = readJson<DocumentAnswer>('hiram-answer');
      const view = document.getElementById('hiram-view');
      if (!view) return resolve(answer);
      const call = first();
      const root = document.getElementById('root');
      // The app may have taken the first call before its answer arrived.
      if (root && !call.started) {
        moveView(view, root);
        call.shown = 1;
      }
      view.remove();
      call.result = answer.result;
      if (answer.needsLater) call.needsLater = true;
      addNext(call, isFirstDocument);
      if (window.hiramPainted) window.hiramPainted(() => resolve(answer));
      else resolve(answer);
    };
  });
}
