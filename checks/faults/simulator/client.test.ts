import { sandboxClock } from '@hiram/contract/sandbox';
import { expect, test } from 'vitest';
import { client, once, untilAnswered } from './client.ts';

/** No server listens on this port. */
const nowhere = 'http://127.0.0.1:9';

test('a client that repeats a call without any answer fails at once when the run is over', async () => {
  const over = new AbortController();
  const callOptions = { origin: () => nowhere, over: over.signal };
  const waiting = [
    client(callOptions)(sandboxClock, {}),
    untilAnswered('a picture', () => once(nowhere, {}, ''), callOptions),
  ];
  over.abort(new Error('the run is over'));
  for (const answer of waiting) await expect(answer).rejects.toThrow('the run is over');
});
