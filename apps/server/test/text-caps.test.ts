import { globSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { bindCardFromOrder } from '@hiram/contract/bank';
import { sandboxSms } from '@hiram/contract/sandbox';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { actAs } from '../src/db/actor.ts';
import { inTransaction } from '../src/db/connect.ts';
import { queueText } from '../src/lending/messages.ts';
import { type TextKind, textKinds, textsADay } from '../src/lending/text-kinds.ts';
import { type Hiram, startHiram } from './running-server.ts';

let hiram: Hiram;
beforeAll(async () => {
  hiram = await startHiram(inject('cluster'));
});
afterAll(() => hiram.stop());

const source = fileURLToPath(new URL('../src/', import.meta.url));
const kinds = Object.keys(textKinds) as TextKind[];

const queue = (phone: string, purpose: TextKind, now = new Date()) =>
  actAs('test', () =>
    inTransaction(hiram.server.house.db, (trx) =>
      queueText(trx, hiram.server.house, { brand: 'spec', phone, purpose, text: 'A text.', now }),
    ),
  );

test('every text is queued by the one function that keeps the caps', () => {
  const files = globSync('**/*.ts', { cwd: source }).filter((file) => !file.startsWith('sandbox'));
  expect(files.length).toBeGreaterThan(150);
  const writers = files.filter((file) =>
    /insertInto\('sms'\)|insert into sms|jobs\.send\([^)]*'sms'/.test(readFileSync(source + file, 'utf8')),
  );
  expect(writers).toEqual(['lending/messages.ts']);
  // A port is asked by the job of a queued text and by nothing else.
  const senders = files.filter((file) =>
    /ports\.sms\.send|sms\.send\(/.test(readFileSync(source + file, 'utf8')),
  );
  expect(senders).toEqual(['lending/messages.ts']);
});

test.each(kinds)(
  '%s: thirty at once for one number come to its cap, and a day later it begins again',
  async (kind) => {
    const phone = `+8613${String(kinds.indexOf(kind)).padStart(9, '7')}`;
    const { aDay } = textKinds[kind];
    const queued = await Promise.all(Array.from({ length: 30 }, () => queue(phone, kind)));
    expect(queued.filter(Boolean)).toHaveLength(aDay);
    expect(await queue(`${phone}1`, kind)).toBe(true);
    expect(await queue(phone, kind, new Date(Date.now() + 25 * 3_600_000))).toBe(true);
  },
);

test('all kinds together have a number’s own cap', async () => {
  const queued: boolean[] = [];
  for (const kind of kinds)
    for (let sent = 0; sent < textKinds[kind].aDay; sent += 1)
      queued.push(await queue('+8613666666666', kind));
  expect(queued.length).toBeGreaterThan(textsADay);
  expect(queued.filter(Boolean)).toHaveLength(textsADay);
});

test('whoever names one account after another causes three texts, and every account is bound', async () => {
  const who = await hiram.borrower({ state: '151' });
  for (let time = 0; time < 8; time += 1) {
    const wallet = {
      cardType: 2,
      walletCode: 'GXCHPHM2',
      walletNumber: `091765432${String(time).padStart(2, '0')}`,
      holderName: 'Maria Santos',
      product_id: who.productId,
    };
    await hiram.send(bindCardFromOrder, wallet, who.context);
  }
  const { messages } = (await hiram.send(sandboxSms, { phone: who.phone })).data;
  const queued = await hiram.server.house.db
    .selectFrom('sms')
    .select('id')
    .where('phone', '=', who.phone)
    .where('purpose', '=', 'accountChanged')
    .execute();
  expect(queued.length).toBeLessThanOrEqual(textKinds.accountChanged.aDay);
  expect(queued.length).toBeGreaterThan(0);
  expect(messages.length).toBeLessThanOrEqual(queued.length);
});
