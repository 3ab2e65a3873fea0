import type { Call } from '@hiram/contract/call';
import { maskInput, unmaskAnswer } from '@hiram/contract/mask';
import table from '@hiram/contract/mask.json';

export const mask = {
  input: (call: Call, input: unknown): unknown => maskInput(call, input, table),
  answer: (call: Call, body: unknown): unknown => unmaskAnswer(call, body, table),
};
