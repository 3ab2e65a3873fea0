import { maskInput, unmaskAnswer } from '@hiram/contract/mask';
import table from '@hiram/contract/mask.json';
import type { LoadedMask } from './mask.ts';

export const mask: LoadedMask = {
  input: (call, input) => maskInput(call, input, table),
  answer: (call, body) => unmaskAnswer(call, body, table),
};
