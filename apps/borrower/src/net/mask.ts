import type { Call } from '@hiram/contract/call';
import type { MaskScope } from '@hiram/contract/masked';

declare const __MASK__: MaskScope;

/** Which calls travel masked; chosen when the web app is built, and by MASK on the server. */
export const maskScope: MaskScope = __MASK__;

export interface LoadedMask {
  input(call: Call, input: unknown): unknown;
  answer(call: Call, body: unknown): unknown;
}

let loading: Promise<LoadedMask> | undefined;

/** The name table is only fetched where a masked call is made. */
export function loadMask(): Promise<LoadedMask> {
  loading = loading ?? import('./mask-table.ts').then((module) => module.mask);
  return loading;
}
