import { randomUUID } from 'node:crypto';
import {
  type IdentityPart,
  identityBegin,
  identityStep,
  identitySubmit,
  identityUploads,
} from '@hiram/contract/identity';
import type { BorrowerId } from '@hiram/contract/ids';
import { sql } from 'kysely';
import sharp from 'sharp';
import { expect } from 'vitest';
import type { DemoBorrower, Hiram } from '../processes/running-server.ts';

export type Newcomer = DemoBorrower & { readonly borrowerId: BorrowerId };

/** A borrower of ph with filled forms who has sent no document. */
export async function newcomer(hiram: Hiram, fullName = 'Maria Santos'): Promise<Newcomer> {
  const borrower = await hiram.borrower({ state: 'ready', with: { identified: 0, fullName } }, 'ph');
  const { id } = await hiram.server.appContext.db
    .selectFrom('borrower')
    .select('id')
    .where('phone', '=', borrower.phone)
    .executeTakeFirstOrThrow();
  return { ...borrower, borrowerId: id };
}

/** Makes them no borrower of the sandbox, whose testers use one document for many: from now on their marks count. */
export const countMarks = (hiram: Hiram, { borrowerId }: Newcomer) =>
  sql`delete from sandbox_borrower where borrower_id = ${borrowerId}`.execute(hiram.owner);

let shade = 0;
/** A picture that no other test sends. */
export function photo(width = 640, height = 400): Promise<Buffer> {
  shade += 1;
  // JPEG does not tell neighbouring shades apart.
  const background = { r: (shade * 16) % 256, g: (Math.floor(shade / 16) * 16) % 256, b: width % 256 };
  return sharp({ create: { width, height, channels: 3, background } })
    .jpeg()
    .toBuffer();
}

/** Uploads a picture as the app does, and returns the envelope. */
export async function uploadPart(
  hiram: Hiram,
  borrower: Pick<DemoBorrower, 'context'>,
  {
    part,
    bytes,
    key = randomUUID(),
  }: { readonly part: IdentityPart; readonly bytes: Buffer; readonly key?: string },
) {
  const body = new FormData();
  body.set('picture', new Blob([Uint8Array.from(bytes)]), 'x.jpg');
  const query = new URLSearchParams(JSON.parse(JSON.stringify(borrower.context)));
  const sent = await fetch(`${hiram.origin}/api${identityUploads[part].path}?${query}`, {
    method: 'POST',
    body,
    headers: { 'idempotency-key': key },
  });
  return JSON.parse(await sent.text());
}

/** Sends all pictures of a kind of document. */
export async function sendDocument(
  hiram: Hiram,
  borrower: Pick<DemoBorrower, 'context'>,
  kind = 'philsys',
): Promise<void> {
  expect((await hiram.send(identityBegin, { kind }, borrower.context)).success).toBe(true);
  const { kinds } = (await hiram.send(identityStep, {}, borrower.context)).data;
  const { parts = [] } = kinds.find(({ code }) => code === kind) ?? {};
  for (const part of parts)
    expect(await uploadPart(hiram, borrower, { part, bytes: await photo() })).toMatchObject({
      success: true,
    });
  const sent = await hiram.send(identitySubmit, { kind }, borrower.context);
  expect(sent.success, sent.message).toBe(true);
}
