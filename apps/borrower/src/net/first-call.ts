import type { Call } from '@hiram/contract/call';
import type { Context } from '@hiram/contract/context';

/** Left by the inline script of the page: the screen's first call, under way before any bundle arrived. */
export interface FirstCall {
  readonly name: string;
  /** JSON of the input, as the page's parameters gave it. */
  readonly input: string;
  readonly sessionId: string;
  readonly body: Promise<unknown>;
}

declare global {
  interface Window {
    hiramFirst?: FirstCall | undefined;
  }
}

/** The early call's body, once, when it is this very call for this very session; the caller sends afresh otherwise. */
export function takeFirstCall(call: Call, input: unknown, context: Context): Promise<unknown> | undefined {
  const first = window.hiramFirst;
  if (!first || first.name !== call.name) return undefined;
  window.hiramFirst = undefined;
  if (first.input !== JSON.stringify(input) || first.sessionId !== (context.sessionId ?? ''))
    return undefined;
  // It asked in the language of the address; a language that was chosen may be another.
  if ((new URLSearchParams(location.search).get('lang') ?? '') !== (context.lang ?? '')) return undefined;
  return first.body;
}
