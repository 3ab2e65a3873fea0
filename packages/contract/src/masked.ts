import type { Call } from './call.ts';

/** Which calls travel masked: those declared so, or all of them. */
export type MaskScope = 'declared' | 'all';

/** Is a call's input, or its answer with the envelope, to be masked? */
export function isMasked(call: Call, part: 'input' | 'answer', scope: MaskScope): boolean {
  return scope === 'all' || call.masked === 'both' || (part === 'input' && call.masked === 'input');
}
