import type { Call } from '@hiram/contract/call';
import type { Context } from '@hiram/contract/context';

/** The screen's first call, started by the page's inline script before any bundle arrived. */
export interface FirstCall {
  readonly name: string;
  /** JSON of the input, built from the page's parameters. */
  readonly input: string;
  readonly sessionId: string;
  readonly body: Promise<unknown>;
}

declare global {
  interface Window {
    hiramFirst?: FirstCall | undefined;
  }
}

/**
 * Returns the early call's body once, if it was sent for the same call, input and session. Otherwise returns
 * undefined, and the caller sends the call itself.
 */
export function takeFirstCall(call: Call, input: unknown, context: Context): Promise<unknown> | undefined {
  const earlyCall = window.hiramFirst;
  if (!earlyCall || earlyCall.name !== call.name) return undefined;
  window.hiramFirst = undefined;
  if (earlyCall.input !== JSON.stringify(input) || earlyCall.sessionId !== (context.sessionId ?? ''))
    return undefined;
  // The early call used the language of the address; the chosen language may differ.
  if ((new URLSearchParams(location.search).get('lang') ?? '') !== (context.lang ?? '')) return undefined;
  return earlyCall.body;
}
