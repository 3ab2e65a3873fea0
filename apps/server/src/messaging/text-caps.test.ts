import { globSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { accountCode, bindCardFromOrder } from '@hiram/contract/bank';
import { beforeAll, expect, test } from 'vitest';
import { bindAgain } from '../../test/support/borrowers/bind-again.ts';
import { borrowerIdOfPhone } from '../../test/support/database/rows.ts';
import { setUpHiram } from '../../test/support/processes/set-up.ts';
import { actAs } from '../platform/database/actor.ts';
import { inTransaction } from '../platform/database/connection/connect.ts';
import { queueText } from './messages.ts';
import { makeCode } from './one-time-codes.ts';
import { maxTextsADay, type TextKind, textKinds } from './text-kinds.ts';

const hiram = setUpHiram({}, { now: () => new Date(Date.now() + aheadMs) });
let aheadMs = 0;
beforeAll(async () => {
  await hiram.refuseUnnamed();
});

const source = fileURLToPath(new URL('../', import.meta.url));
const kinds = Object.keys(textKinds) as TextKind[];

/** Numbers that nobody had before: a test that is tried again finds its caps unused. */
let numbers = 0;
function newPhone(): string {
  numbers += 1;
  return `+8613${String(numbers).padStart(9, '7')}`;
}

const queue = (phone: string, purpose: TextKind, now = new Date()) =>
  actAs('test', () =>
    inTransaction(hiram.server.appContext.db, (trx) =>
      queueText(trx, hiram.server.appContext, { brand: 'spec', phone, purpose, text: 'A text.', now }),
    ),
  );

test('every text passes the caps before it is sent', () => {
  const files = globSync('**/*.ts', { cwd: source }).filter(
    (file) => !file.startsWith('sandbox') && !file.endsWith('.test.ts'),
  );
  expect(files.length).toBeGreaterThan(150);
  const writers = files.filter((file) =>
    /insertInto\('sms'\)|insert into sms|jobs\.send\([^)]*'sms'/.test(readFileSync(source + file, 'utf8')),
  );
  // A notice is recorded when it was sent: the caps are asked when its attempt begins.
  expect(writers.sort()).toEqual(['lending/notices/hand-over.ts', 'messaging/messages.ts']);
  expect(readFileSync(`${source}lending/notices/begin-attempts.ts`, 'utf8')).toContain('await lockedTexts(');
  // Only the jobs of a queued text and of a notice call a port, and an operator's test of it.
  const senders = files.filter((file) =>
    /ports\.sms\.send|sms\.send\(/.test(readFileSync(source + file, 'utf8')),
  );
  expect(senders.sort()).toEqual([
    'lending/notices/hand-over.ts',
    'messaging/messages.ts',
    'operations/doctor/outside.ts',
  ]);
});

test.each(kinds)(
  '%s: thirty parallel texts to one number stop at the cap, which is free again a day later',
  async (kind) => {
    const phone = newPhone();
    const neighbour = newPhone();
    const { aDay } = textKinds[kind];
    const queued = await Promise.all(Array.from({ length: 30 }, () => queue(phone, kind)));
    expect(queued.filter(Boolean)).toHaveLength(aDay);
    expect(await queue(neighbour, kind)).toBe(true);
    expect(await queue(phone, kind, new Date(Date.now() + 25 * 3_600_000))).toBe(true);
  },
);

test('all kinds of texts together have a cap for a number [T203]', async () => {
  const phone = newPhone();
  const queued: boolean[] = [];
  for (const kind of kinds)
    for (let sent = 0; sent < textKinds[kind].aDay; sent += 1) queued.push(await queue(phone, kind));
  expect(queued.length).toBeGreaterThan(maxTextsADay);
  expect(queued.filter(Boolean)).toHaveLength(maxTextsADay);
});

test('BANK-01 an account is replaced only when its owner can be notified by text', async () => {
  const borrower = await hiram.borrower({ state: '151' });
  const { db } = hiram.server.appContext;
  const account = (time: number) => ({
    cardType: 2,
    walletCode: 'GXCHPHM2',
    walletNumber: `091765432${String(time).padStart(2, '0')}`,
    holderName: 'Maria Santos',
    product_id: borrower.productId,
  });
  const tails = async () => {
    const active = db.selectFrom('bank_account').select('number_tail').where('state', '=', 'active');
    const rows = await active
      .where('borrower_id', '=', await borrowerIdOfPhone(db, borrower.phone))
      .execute();
    return rows.map((row) => row.number_tail);
  };
  const notices = async () =>
    (
      await db
        .selectFrom('sms')
        .select('id')
        .where('phone', '=', borrower.phone)
        .where('purpose', '=', 'accountChanged')
        .execute()
    ).length;
  for (let time = 0; time < textKinds.accountChanged.aDay; time += 1) {
    await bindAgain(hiram, borrower, account(time));
    aheadMs += 2 * 60_000;
  }
  expect(await notices()).toBe(textKinds.accountChanged.aDay);
  const bound = await tails();
  expect(bound).toEqual(['3202']);
  // No code is sent for a change that would be rejected.
  expect(await hiram.send(accountCode, {}, borrower.context)).toMatchObject({
    code: accountCode.rejections.cannotNotify,
    message: expect.stringContaining('Your account stays as it is.'),
  });
  // A code that was sent before the cap was reached cannot replace an account either.
  const { cipher } = hiram.server.appContext;
  const code = await actAs('test', () =>
    inTransaction(db, (trx) =>
      makeCode(
        trx,
        { cipher, directory: undefined, log: hiram.server.appContext.log },
        {
          brand: 'spec',
          phone: borrower.phone,
          purpose: 'account',
          deviceId: borrower.context.deviceId,
          address: '127.0.0.1',
          proof: { page: [], app: undefined },
          captcha: true,
          now: new Date(Date.now() + aheadMs),
        },
      ),
    ),
  );
  const smsCode = 'rejected' in code ? '' : code.code;
  const next = { ...account(50), smsCode };
  expect(await hiram.send(bindCardFromOrder, next, borrower.context)).toMatchObject({
    code: bindCardFromOrder.rejections.cannotNotify,
  });
  expect(await tails()).toEqual(bound);
  aheadMs += 25 * 3_600_000;
  await bindAgain(hiram, borrower, account(60));
  expect(await tails()).toEqual(['3260']);
  expect(await notices()).toBe(textKinds.accountChanged.aDay + 1);
});
