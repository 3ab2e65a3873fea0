import type { Context } from '@hiram/contract/context';

/** The screen's first call, started by the page's inline script before any bundle arrived. */
export interface FirstCall {
  readonly name: string;
  /** JSON of the input, built from the page's parameters. */
  readonly input: string;
  readonly sessionId: string;
  readonly body: Promise<unknown>;
  /** The answer as `readAnswer` gives it, once it arrived with the first view that the server rendered from it. */
  readonly result?: unknown;
  /** True if that view shows more than what the app renders at once: see `kit/runtime/later.ts`. */
  readonly needsLater?: boolean;
  /** True if the document shows the first view that the server rendered from the answer. */
  readonly shown?: 1;
  /** Set when the app renders: from then on the document's first view is not used. */
  started?: boolean;
  /** Another call whose answer arrived with the document. */
  readonly next?: FirstCall;
  /** The page sends the call all the same: its browser had no proof yet when the server called. */
  readonly again?: boolean;
}

declare global {
  interface Window {
    hiramFirst?: FirstCall | undefined;
    /** Taps the button of the first view again that was tapped last, before the app rendered. */
    hiramTapAgain?: () => void;
    /** True if the page's start script has run. If not, the document loads its file when it ends. */
    hiramStarted?: boolean;
  }
}

/**
 * Returns the early call once, if it was sent for the same call, input and session. Otherwise returns undefined, and
 * the caller sends the call itself.
 */
export function takeFirstCall(name: string, input: unknown, context: Context): FirstCall | undefined {
  const earlyCall = window.hiramFirst;
  if (!earlyCall || earlyCall.name !== name) return undefined;
  window.hiramFirst = earlyCall.next;
  if (earlyCall.input !== JSON.stringify(input) || earlyCall.sessionId !== (context.sessionId ?? ''))
    return undefined;
  // The early call used the language of the address; the chosen language may differ.
  if ((new URLSearchParams(location.search).get('lang') ?? '') !== (context.lang ?? '')) return undefined;
  return earlyCall;
}
