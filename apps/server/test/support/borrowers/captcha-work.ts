import { isSolved } from '../../../src/features/promotion/captcha-work.ts';
import { tokenHash } from '../../../src/platform/http/sessions/session.ts';
import type { Hiram } from '../processes/running-server.ts';

/** The first challenge that this worker has solved. */
let known: { readonly challenge: string; readonly nonce: string } | undefined;

/**
 * The nonce that solves the visitor's challenge. The first one is worked out, as a page's device does it: a third of a second
 * of processor time. In place of the others, the visitor is given that challenge again.
 */
export async function solve(hiram: Hiram, visitorId: string, challenge: string): Promise<string> {
  known ??= { challenge, nonce: workOut(challenge) };
  await hiram.owner
    .updateTable('visitor')
    .set({ work_challenge: known.challenge })
    .where('sid_hash', '=', tokenHash(visitorId))
    .where('work_challenge', '=', challenge)
    .execute();
  return known.nonce;
}

function workOut(challenge: string): string {
  for (let nonce = 0; ; nonce += 1) if (isSolved(challenge, String(nonce))) return String(nonce);
}
