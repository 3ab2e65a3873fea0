import type { Call } from './call.ts';

/** The calls that are masked: those declared as masked, or all. */
export type MaskScope = 'declared' | 'all';

/** Reports whether a call's input, or its answer with the envelope, is masked. */
export function isMasked(call: Call, part: 'input' | 'answer', scope: MaskScope): boolean {
  // The parts of a multipart body are read as they arrive, before the mask applies.
  if (call.encoding === 'multipart' && part === 'input') return false;
  return scope === 'all' || call.masked === 'both' || (part === 'input' && call.masked === 'input');
}
