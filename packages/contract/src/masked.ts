import type { Call } from './call.ts';

/** Which calls travel masked: those declared so, or all of them. */
export type MaskScope = 'declared' | 'all';

/** Is a call's input, or its answer with the envelope, to be masked? */
export function isMasked(call: Call, part: 'input' | 'answer', scope: MaskScope): boolean {
  // A file's part is read as it stands, before anything knows what it is.
  if (call.encoding === 'multipart' && part === 'input') return false;
  return scope === 'all' || call.masked === 'both' || (part === 'input' && call.masked === 'input');
}
