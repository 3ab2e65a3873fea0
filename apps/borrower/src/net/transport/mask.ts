import type { Call } from '@hiram/contract/call';
import type { MaskScope } from '@hiram/contract/masked';

declare const __MASK__: MaskScope;

/** The calls that are masked. Set when the web app is built; the server's MASK setting must match. */
export const maskScope: MaskScope = __MASK__;

export interface LoadedMask {
  input(call: Call, input: unknown): unknown;
  answer(call: Call, body: unknown): unknown;
}

let loading: Promise<LoadedMask> | undefined;

/** Loads the name table, only when a masked call is made. */
export function loadMask(): Promise<LoadedMask> {
  loading = loading ?? import('./mask-table.ts').then((module) => module.mask);
  return loading;
}
