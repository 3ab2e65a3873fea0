import { randomInt, randomUUID } from 'node:crypto';
import {
  devices,
  login,
  logout,
  profile,
  redeemTicket,
  resetPassword,
  signOut,
  smsCode,
  ticket,
} from '@hiram/contract/account';
import type { Context } from '@hiram/contract/context';
import { sandboxSms } from '@hiram/contract/sandbox';
import { expect, inject, test } from 'vitest';
import { asOwner } from '../../../../test/support/database/throwaway-cluster.ts';
import { runHiram } from '../../../../test/support/processes/run-hiram.ts';
import { setUpHiram } from '../../../../test/support/processes/set-up.ts';
import { tokenHash } from './session.ts';

const cluster = inject('cluster');
const hiram = setUpHiram();

const hour = 60 * 60_000;
const isIn = async (context: Context) => (await hiram.send(profile, {}, context)).status === 200;
const usedAt = async ({ sessionId = '' }: Context) =>
  (
    await hiram.server.appContext.db
      .selectFrom('session')
      .select('used_at')
      .where('token_hash', '=', tokenHash(sessionId))
      .executeTakeFirstOrThrow()
  ).used_at.getTime();
const lastUsed = ({ sessionId = '' }: Context, hoursAgo: number) =>
  hiram.server.appContext.db
    .updateTable('session')
    .set({ used_at: new Date(Date.now() - hoursAgo * hour) })
    .where('token_hash', '=', tokenHash(sessionId))
    .execute();

/** A borrower with a password, signed in once. */
async function newBorrower(): Promise<{ phone: string; password: string; context: Context }> {
  const phone = `138${String(randomInt(1e8)).padStart(8, '0')}`;
  const [device, password] = [{ deviceId: randomUUID() }, 'tatlong bituin'];
  await hiram.send(smsCode, { phone, purpose: 'reset' }, device);
  const inbox = await hiram.until(
    () => hiram.send(sandboxSms, { phone }),
    (answer) => answer.data.messages.length > 0,
  );
  const code = inbox.data.messages[0]?.code ?? '';
  const { data } = await hiram.send(resetPassword, { phone, smsCode: code, password }, device);
  return { phone, password, context: { ...device, sessionId: data.sessionId } };
}

async function endSessions(...options: string[]): Promise<[number, string]> {
  const url = `postgresql://hiram_owner@localhost/${hiram.database}?host=${encodeURIComponent(cluster.socketDir)}`;
  const words = ['sessions', 'end', ...options, '--by', 'Ana Cruz'];
  const { code, output } = await runHiram(words, { DATABASE_OWNER_URL: url });
  return [code, output];
}

test('a session unused for two weeks ends; its last use is stored to the hour [T154]', async () => {
  const { context } = await newBorrower();
  await lastUsed(context, 14 * 24);
  expect(await isIn(context)).toBe(false);
  // It is still alive: used an hour earlier, it has not expired.
  await lastUsed(context, 14 * 24 - 1);
  expect(await isIn(context)).toBe(true);
  expect(await usedAt(context)).toBeGreaterThan(Date.now() - hour / 2);
  await lastUsed(context, 0.9);
  const before = await usedAt(context);
  expect(await isIn(context)).toBe(true);
  expect(await usedAt(context)).toBe(before);
});

test('a borrower has at most fifty sessions: the one unused for longest ends, and the app’s never does', async () => {
  const { context } = await newBorrower();
  const { id } = await hiram.server.appContext.db
    .selectFrom('session')
    .select('borrower_id as id')
    .where('token_hash', '=', tokenHash(context.sessionId ?? ''))
    .executeTakeFirstOrThrow();
  const pages: Context[] = [];
  for (let page = 0; page < 52; page += 1) {
    const { data } = await hiram.send(ticket, {}, context);
    const redeemed = await hiram.send(redeemTicket, { ticket: data.ticket }, { deviceId: 'web' });
    pages.push({ deviceId: 'web', sessionId: redeemed.data.sessionId });
  }
  const { live } = await hiram.server.appContext.db
    .selectFrom('session')
    .select((eb) => eb.fn.countAll<number>().as('live'))
    .where('borrower_id', '=', id)
    .where('revoked_at', 'is', null)
    .executeTakeFirstOrThrow();
  expect(live).toBe(50);
  expect(await isIn(context)).toBe(true);
  expect(await Promise.all([0, 1, 2, 3, 51].map((index) => isIn(pages[index] ?? {})))).toEqual([
    false,
    false,
    false,
    true,
    true,
  ]);
});

test('a session from a ticket ends with the session that issued it [T155]', async () => {
  const { context } = await newBorrower();
  const { db } = hiram.server.appContext;
  const endOf = async ({ sessionId = '' }: Context) =>
    (
      await db
        .selectFrom('session')
        .select('expires_at')
        .where('token_hash', '=', tokenHash(sessionId))
        .executeTakeFirstOrThrow()
    ).expires_at;
  // The last day but one of its lifetime.
  const end = new Date(Date.now() + 24 * hour);
  await hiram.owner
    .updateTable('session')
    .set({ expires_at: end })
    .where('token_hash', '=', tokenHash(context.sessionId ?? ''))
    .execute();
  let last: Context = context;
  for (let step = 0; step < 3; step += 1) {
    const { data } = await hiram.send(ticket, {}, last);
    const redeemed = await hiram.send(redeemTicket, { ticket: data.ticket }, { deviceId: `web-${step}` });
    last = { deviceId: `web-${step}`, sessionId: redeemed.data.sessionId };
    expect(await isIn(last)).toBe(true);
    expect(await endOf(last)).toEqual(end);
  }
});

test('signing out ends the sessions of its tickets and of theirs, never the one that issued its own [T157]', async () => {
  const { context } = await newBorrower();
  const open = async (from: Context, deviceId: string): Promise<Context> => {
    const { data } = await hiram.send(ticket, {}, from);
    const redeemed = await hiram.send(redeemTicket, { ticket: data.ticket }, { deviceId });
    return { deviceId, sessionId: redeemed.data.sessionId };
  };
  const page = await open(context, 'web');
  const next = await open(page, 'web-2');
  const otherSession = await open(context, 'web-3');
  const other = (await newBorrower()).context;
  const all = () => Promise.all([context, page, next, otherSession, other].map(isIn));
  await hiram.send(logout, {}, page);
  expect(await all()).toEqual([true, false, false, true, true]);
  // The same from the list of devices.
  const listed = (await hiram.send(devices, {}, otherSession)).data.list;
  const app = listed.find((candidate) => candidate.current === 0);
  await hiram.send(signOut, { id: app?.id ?? '' }, otherSession);
  expect(await all()).toEqual([false, false, false, false, true]);
});

test('signing in again ends the session that sent the request and no other borrower’s [T153]', async () => {
  const { phone, password, context } = await newBorrower();
  const other = await newBorrower();
  const again = await hiram.send(login, { phone, password }, context);
  const fresh = { ...context, sessionId: again.data.sessionId };
  expect(fresh.sessionId).not.toBe(context.sessionId);
  expect([await isIn(context), await isIn(fresh)]).toEqual([false, true]);
  // Signing in does not end another borrower's session in the page's URL.
  await hiram.send(login, { phone, password }, { ...other.context });
  expect(await isIn(other.context)).toBe(true);
  // A wrong password ends no session.
  await hiram.send(login, { phone, password: 'mali ang susi' }, fresh);
  expect(await isIn(fresh)).toBe(true);
});

test('the lender ends one borrower’s sessions, or all, by one command that the audit trail records [T024]', async () => {
  const [first, second] = [await newBorrower(), await newBorrower()];
  const { id } = await hiram.server.appContext.db
    .selectFrom('session')
    .select('borrower_id as id')
    .where('token_hash', '=', tokenHash(first.context.sessionId ?? ''))
    .executeTakeFirstOrThrow();
  const answer = await hiram.send(ticket, {}, first.context);
  for (const wrong of [[], ['--borrower', 'nobody'], ['--all', '--brand', 'spec'], ['--everyone']])
    expect(await endSessions(...wrong)).toEqual([2, expect.stringMatching(/^error: /)]);
  expect([await isIn(first.context), await isIn(second.context)]).toEqual([true, true]);
  expect(await endSessions('--borrower', id)).toEqual([0, 'Sessions ended: 1\n']);
  expect([await isIn(first.context), await isIn(second.context)]).toEqual([false, true]);
  const redeemed = await hiram.send(redeemTicket, { ticket: answer.data.ticket }, { deviceId: 'web' });
  expect(redeemed.success).toBe(false);
  const [, output] = await endSessions('--all');
  expect(output).toMatch(/^Sessions ended: [1-9]/);
  expect(await isIn(second.context)).toBe(false);
  const { rows } = await asOwner(cluster, hiram.database, (owner) =>
    owner.query(
      `select actor, detail from audit_entry where subject = 'session' and borrower_id = $1
      order by id desc limit 1`,
      [id],
    ),
  );
  expect(rows).toEqual([{ actor: 'command sessions end by Ana Cruz', detail: 'revoked_at' }]);
});
