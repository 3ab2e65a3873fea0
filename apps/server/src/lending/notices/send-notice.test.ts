import { createHmac, randomUUID } from 'node:crypto';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { asId, type BorrowerId, type OrderId } from '@hiram/contract/ids';
import { sandboxSetCheck } from '@hiram/contract/sandbox';
import { addDays, localDate } from '@hiram/loan';
import { sql } from 'kysely';
import { afterEach, expect, test } from 'vitest';
import { payByCode } from '../../../test/support/borrowers/pay-by-code.ts';
import { orderRowOf } from '../../../test/support/database/rows.ts';
import { setUpHiram } from '../../../test/support/processes/set-up.ts';
import { startMailServer } from '../../../test/support/servers/mail-server.ts';
import type { AppContext } from '../../context/app-context.ts';
import { textKinds } from '../../messaging/text-kinds.ts';
import { fixedSecret } from '../../platform/crypto/secrets.ts';
import { inTransaction } from '../../platform/database/connection/connect.ts';
import { onStatement } from '../../platform/database/statements/finished-statements.ts';
import { newTrace, runInTrace, traceNow } from '../../platform/tracing/trace.ts';
import { signature } from '../../providers/gateway/webhooks.ts';
import { httpPush } from '../../providers/http-push/http-push.ts';
import { httpSms } from '../../providers/http-sms/http-sms.ts';
import type { Mail, MailPort } from '../../providers/ports/mail.ts';
import { smtpMail } from '../../providers/smtp/smtp.ts';
import { borrowerById } from '../borrowers/borrower-store.ts';
import { saveProfile } from '../borrowers/profile.ts';
import { mayContact } from '../contact/may-contact.ts';
import { addStop } from '../contact/stops.ts';
import { maxLoanMessagesPerDay } from './begin-attempts.ts';
import { notify } from './notify.ts';
import { receiveReceipt } from './receipts.ts';
import { sendDueNotices, sendNotice } from './send-notice.ts';

const hiram = setUpHiram({ BRAND: 'ph' });
afterEach(async () => {
  for (const service of ['sms', 'push'] as const)
    await hiram.send(sandboxSetCheck, { service, mode: 'behaves' });
});

/** A Wednesday that is no holiday, after everything that the tests queue. */
const noon = new Date('2030-06-05T12:00:00+08:00');
const at = (moment: Date): AppContext => {
  const { appContext } = hiram.server;
  return { ...appContext, clock: { ...appContext.clock, now: () => moment } };
};

interface Late {
  readonly borrower_id: BorrowerId;
  readonly id: OrderId;
  readonly dueOn: string;
}

async function lateLoan(of?: OrderId): Promise<Late> {
  const orderId = of ?? (await hiram.borrower({ state: '180' })).orderId;
  const order = await orderRowOf(hiram, orderId);
  return { ...order, dueOn: order.next_due_on ?? '' };
}

/** Queues a message about a late repayment for a moment, without a job. */
async function queue({ borrower_id, id, dueOn }: Late, event = 'late 1', sendAfter = noon): Promise<string> {
  const noticeId = randomUUID();
  await hiram.server.appContext.db
    .insertInto('notice')
    .values({
      borrower_id,
      id: asId(noticeId),
      order_id: id,
      kind: 'late',
      event,
      variables: JSON.stringify({ date: dueOn }),
      state: 'queued',
      created_at: noon,
      send_after: sendAfter,
    })
    .execute();
  return noticeId;
}

const send = (loan: Late, noticeId: string, moment = noon) =>
  sendNotice(at(moment), { borrowerId: loan.borrower_id, noticeId: asId(noticeId) });
const noticeOf = (id: string) =>
  hiram.server.appContext.db
    .selectFrom('notice')
    .selectAll()
    .where('id', '=', asId(id))
    .executeTakeFirstOrThrow();
const deliveriesOf = (id: string) =>
  hiram.server.appContext.db
    .selectFrom('delivery')
    .selectAll()
    .where('notice_id', '=', asId(id))
    .orderBy('at')
    .orderBy('id')
    .execute();
const attemptsOf = (loan: Late) =>
  hiram.server.appContext.db
    .selectFrom('contact')
    .select(['channel', 'purpose', 'outcome'])
    .where('borrower_id', '=', loan.borrower_id)
    .execute();

test('a late message names figure, day and links, counts as an attempt, and is sent once [T1585]', async () => {
  const loan = await lateLoan();
  const id = await queue(loan);
  await Promise.all([send(loan, id), send(loan, id)]);
  await send(loan, id);
  await sendDueNotices(at(noon));
  expect(await noticeOf(id)).toMatchObject({ state: 'sent', shown_at: noon });
  expect(await deliveriesOf(id)).toMatchObject([{ channel: 'sms', state: 'sent', segments: 2, cost: 100 }]);
  expect(await attemptsOf(loan)).toEqual([{ channel: 'sms', purpose: 'collection', outcome: 'sent' }]);
  const { body_encrypted } = await hiram.server.appContext.db
    .selectFrom('sms')
    .select('body_encrypted')
    .where('id', '=', asId((await deliveriesOf(id))[0]?.id ?? ''))
    .executeTakeFirstOrThrow();
  const text = hiram.server.appContext.cipher.decrypt(body_encrypted);
  expect(text).toMatch(
    /^Hagdan: PHP [\d,.]+ is overdue since .+\. Pay in the app: http\S+\/main\?appName=ph If this is wrong or you cannot pay, tell us: http\S+\/complaint\?appName=ph$/,
  );
  expect(text).not.toContain(loan.id);
});

test('a message queued before 20:00 and due after it waits for the morning, and is checked again [T1586]', async () => {
  const loan = await lateLoan();
  const id = await queue(loan);
  await send(loan, id, new Date('2030-06-05T20:00:00+08:00'));
  expect(await noticeOf(id)).toMatchObject({
    state: 'queued',
    send_after: new Date('2030-06-06T08:00:00+08:00'),
  });
  expect(await deliveriesOf(id)).toEqual([]);
  await sql`update loan_order set next_due_on = ${addDays(localDate(loan.dueOn), 30)} where id = ${loan.id}`.execute(
    hiram.owner,
  );
  await send(loan, id, new Date('2030-06-06T08:00:00+08:00'));
  expect(await noticeOf(id)).toMatchObject({ state: 'dropped', reason: 'paid' });
});

test('a payment that comes between queue and sending drops the message [T1840]', async () => {
  const borrower = await hiram.borrower({ state: '180', kind: 'single' });
  const loan = await lateLoan(borrower.orderId);
  const id = await queue(loan);
  await payByCode(hiram, borrower);
  await send(loan, id);
  expect(await noticeOf(id)).toMatchObject({ state: 'dropped', reason: 'settled' });
  expect(await deliveriesOf(id)).toEqual([]);
});

test('a stop ends what is queued and says why [T1587]', async () => {
  const loan = await lateLoan();
  const id = await queue(loan);
  await addStop(hiram.server.appContext.db, { borrower: loan.borrower_id, kind: 'hardship', now: noon });
  await send(loan, id);
  expect(await noticeOf(id)).toMatchObject({ state: 'dropped', reason: 'hardship' });
});

test('a channel that fails after sending, or only answers 200, is asked again by the same id [T1588]', async () => {
  await hiram.send(sandboxSetCheck, { service: 'sms', mode: 'contradicts' });
  await hiram.send(sandboxSetCheck, { service: 'push', mode: 'lies' });
  const loan = await lateLoan();
  const id = await queue(loan);
  await send(loan, id);
  const failed = await deliveriesOf(id);
  expect(failed.map(({ channel, state }) => [channel, state])).toEqual(
    expect.arrayContaining([
      ['sms', 'failed'],
      ['push', 'failed'],
    ]),
  );
  expect((await noticeOf(id)).state).toBe('queued');
  await hiram.send(sandboxSetCheck, { service: 'sms', mode: 'behaves' });
  await send(loan, id, new Date(noon.getTime() + 120_000));
  expect((await noticeOf(id)).state).toBe('sent');
  const again = await deliveriesOf(id);
  expect(again.map((delivery) => delivery.id).sort()).toEqual(failed.map((delivery) => delivery.id).sort());
  // The sandbox's provider got it twice by one reference: one text.
  const { rows } = await sql<{ texts: number }>`select count(*)::int as texts from sandbox_text
    where id = any(${again.map((delivery) => delivery.id)})`.execute(hiram.owner);
  expect(rows).toEqual([{ texts: 1 }]);
});

test('a channel that refuses falls to the next one [T1589]', async () => {
  await hiram.send(sandboxSetCheck, { service: 'sms', mode: 'contradicts' });
  const loan = await lateLoan();
  const id = await queue(loan);
  await send(loan, id);
  expect((await noticeOf(id)).state).toBe('sent');
  expect((await deliveriesOf(id)).map(({ channel, state }) => [channel, state]).sort()).toEqual([
    ['push', 'sent'],
    ['sms', 'failed'],
  ]);
});

test('a message that fails in the evening and is sent in the morning counts in the cap of that day [T2223]', async () => {
  const loan = await lateLoan();
  const id = await queue(loan);
  await hiram.send(sandboxSetCheck, { service: 'sms', mode: 'contradicts' });
  await hiram.send(sandboxSetCheck, { service: 'push', mode: 'lies' });
  await send(loan, id, new Date('2030-06-06T19:59:00+08:00'));
  expect((await noticeOf(id)).state).toBe('queued');
  await hiram.send(sandboxSetCheck, { service: 'sms', mode: 'behaves' });
  const morning = new Date('2030-06-07T08:00:00+08:00');
  await send(loan, id, morning);
  for (const event of ['late 3', 'late 7']) await send(loan, await queue(loan, event, morning), morning);
  const fourth = await queue(loan, 'late 15', morning);
  await send(loan, fourth, morning);
  expect(await noticeOf(fourth)).toMatchObject({
    state: 'queued',
    send_after: new Date('2030-06-08T08:00:00+08:00'),
  });
  const { rows } = await sql<{ day: string; sent: number }>`
    select on_day::text as day, count(*) filter (where outcome = 'sent')::int as sent from contact
    where borrower_id = ${loan.borrower_id} group by 1 order by 1`.execute(hiram.owner);
  expect(rows).toEqual([
    { day: '2030-06-06', sent: 0 },
    { day: '2030-06-07', sent: 3 },
  ]);
});

test('a message that is sent again counts in the caps while it is on its way [T2227]', async () => {
  const loan = await lateLoan();
  for (const event of ['late 1', 'late 3']) await send(loan, await queue(loan, event));
  const id = await queue(loan, 'late 7');
  await hiram.send(sandboxSetCheck, { service: 'sms', mode: 'contradicts' });
  await hiram.send(sandboxSetCheck, { service: 'push', mode: 'lies' });
  await send(loan, id);
  const later = new Date(noon.getTime() + 120_000);
  const { ports, db } = hiram.server.appContext;
  const [asked, answered] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  const sms = {
    ...ports.sms,
    send() {
      asked.resolve();
      return answered.promise;
    },
  };
  const again = { borrowerId: loan.borrower_id, noticeId: asId<'notice'>(id) };
  const sending = sendNotice({ ...at(later), ports: { ...ports, sms } }, again);
  await asked.promise;
  const request = { borrower: loan.borrower_id, channel: 'call', purpose: 'collection' } as const;
  const call = { ...request, by: { kind: 'system' } } as const;
  expect(await mayContact(db, at(later), [call], later)).toMatchObject([{ ok: false, why: 'dayCap' }]);
  answered.resolve();
  await sending;
  expect((await noticeOf(id)).state).toBe('sent');
});

test('a text channel that hangs times out and counts as unavailable; the message is sent later [T2032]', async () => {
  const silent = createServer(() => undefined).listen(0, '127.0.0.1');
  await new Promise((resolve) => silent.once('listening', resolve));
  const url = `http://127.0.0.1:${(silent.address() as AddressInfo).port}/`;
  const sms = httpSms(() => ({ url, method: 'POST', headers: {}, body: '{{text}}' }), 50);
  const { ports } = hiram.server.appContext;
  const loan = await lateLoan();
  const id = await queue(loan);
  const context = { ...at(noon), ports: { ...ports, sms, push: undefined, mail: undefined } };
  await sendNotice(context, { borrowerId: loan.borrower_id, noticeId: asId(id) });
  silent.closeAllConnections();
  silent.close();
  const [hung] = await deliveriesOf(id);
  expect(hung).toMatchObject({ channel: 'sms', state: 'failed', reason: 'unavailable', cost: 0 });
  const later = new Date(noon.getTime() + 60_000);
  expect(await noticeOf(id)).toMatchObject({ state: 'queued', send_after: later });
  await send(loan, id, later);
  expect((await noticeOf(id)).state).toBe('sent');
  expect(await deliveriesOf(id)).toMatchObject([{ id: hung?.id, channel: 'sms', state: 'sent' }]);
});

test('a receipt ends a delivery once; a bounce goes to the next channel, and three mark the number [T1590]', async () => {
  const loan = await lateLoan();
  const { db } = hiram.server.appContext;
  for (const event of ['late 1', 'late 3', 'late 7']) {
    const moment = new Date(noon.getTime() + Number(event.slice(5)) * 7 * 86_400_000);
    const id = await queue(loan, event, moment);
    await send(loan, id, moment);
    const [delivery] = await deliveriesOf(id);
    const receipt = { reference: delivery?.id ?? '', result: 'bounced' } as const;
    for (let times = 0; times < 2; times += 1)
      expect(await inTransaction(db, (trx) => receiveReceipt(trx, receipt, moment))).toBe('accepted');
    await send(loan, id, moment);
    expect((await deliveriesOf(id)).map(({ channel, state }) => [channel, state]).sort()).toEqual([
      ['push', 'sent'],
      ['sms', 'bounced'],
    ]);
  }
  const moment = new Date('2030-09-04T12:00:00+08:00');
  const id = await queue(loan, 'late 15', moment);
  await send(loan, id, moment);
  expect(await deliveriesOf(id)).toMatchObject([{ channel: 'push', state: 'sent' }]);
  expect(await receiveReceipt(db, { reference: randomUUID(), result: 'delivered' }, noon)).toBe('unknown');
});

test('receipts are taken by signature alone [T1591]', async () => {
  const loan = await lateLoan();
  const id = await queue(loan);
  await send(loan, id);
  const [delivery] = await deliveriesOf(id);
  const { appContext } = hiram.server;
  const secret = appContext.cipher.sign('provider');
  const body = JSON.stringify({
    kind: 'receipt',
    id: randomUUID(),
    reference: delivery?.id,
    result: 'delivered',
  });
  const post = (signature: string) =>
    fetch(`${hiram.origin}/api/webhook/receipts`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'x-hiram-signature': signature },
      body,
    });
  const seconds = Math.floor(Date.now() / 1000);
  const digest = createHmac('sha256', secret).update(`${seconds}.${body}`).digest('hex');
  expect((await post(`t=${seconds},v1=${'0'.repeat(64)}`)).status).toBe(401);
  expect((await deliveriesOf(id))[0]?.state).toBe('sent');
  expect((await post(`t=${seconds},v1=${digest}`)).status).toBe(200);
  expect((await deliveriesOf(id))[0]?.state).toBe('delivered');
  expect(await attemptsOf(loan)).toMatchObject([{ outcome: 'delivered' }]);
});

test('a reminder that its borrower switched off stays in the inbox, what serves them is sent [T1592]', async () => {
  const { orderId } = await hiram.borrower({ state: '174' });
  const { db } = hiram.server.appContext;
  const order = await orderRowOf(hiram, orderId);
  await db
    .insertInto('message_preference')
    .values({ borrower_id: order.borrower_id, purpose: 'reminder', is_on: false, changed_at: noon })
    .execute();
  const values = { amount: 1, date: order.next_due_on ?? '' };
  for (const kind of ['dueToday', 'corrected'] as const)
    await inTransaction(db, (trx) =>
      notify(trx, at(noon), order, { kind, event: `test ${kind}`, values: { ...values, left: 1 } }),
    );
  await sendDueNotices(at(noon));
  const rows = await db
    .selectFrom('notice')
    .select(['kind', 'state', 'reason'])
    .where('order_id', '=', orderId)
    .where('event', 'like', 'test %')
    .orderBy('kind')
    .execute();
  expect(rows).toEqual([
    { kind: 'corrected', state: 'sent', reason: null },
    { kind: 'dueToday', state: 'inbox', reason: 'switchedOff' },
  ]);
});

/** A lender with one channel, mail unless said, of which a form asks for the address. */
function withMail(mail: MailPort, moment = noon, channel: 'email' | 'sms' | 'push' = 'email'): AppContext {
  const { appContext } = hiram.server;
  const brands = new Map(
    [...appContext.brands].map(([id, brand]) => {
      const [item] = brand.forms.extra?.items ?? [];
      const extra = { ...brand.forms.extra, items: item ? [{ ...item, code: 'email' }] : [] };
      const contact = { ...brand.contact, channels: [channel] };
      return [id, { ...brand, localized: new Map(), contact, forms: { ...brand.forms, extra } }];
    }),
  );
  return { ...at(moment), brands, ports: { ...appContext.ports, mail } };
}

async function lateReader(): Promise<Late> {
  const { appContext } = hiram.server;
  const loan = await lateLoan();
  await saveProfile(appContext.db, appContext.cipher, {
    borrowerId: loan.borrower_id,
    group: 'extra',
    data: { email: 'maria@example.org' },
    now: noon,
  });
  return loan;
}

test('a form that asks for an address lets mails out, as text and as HTML, in place of a text [T1833]', async () => {
  const sent: Mail[] = [];
  const mailOnly = withMail({
    send: async (one) => {
      sent.push(one);
      return { state: 'accepted' };
    },
  });
  const loan = await lateReader();
  const id = await queue(loan);
  await sendNotice(mailOnly, { borrowerId: loan.borrower_id, noticeId: asId(id) });
  expect(sent).toMatchObject([{ to: 'maria@example.org', subject: expect.stringContaining('Hagdan') }]);
  const [{ text, html, unsubscribe } = { text: '', html: '', unsubscribe: '' }] = sent;
  // What asks for money that is late is not switched off, so such a mail names no place to do it.
  expect(unsubscribe).toBeUndefined();
  const link = /http\S+\/main\?appName=ph/.exec(text)?.[0] ?? 'no link';
  expect(html).toContain(`<a href="${link}">`);
  expect(await deliveriesOf(id)).toMatchObject([{ channel: 'email', state: 'sent', segments: 1 }]);
  const wrong = await queue(await lateLoan(), 'late 3');
  await sendDueNotices(mailOnly);
  expect(await noticeOf(wrong)).toMatchObject({ state: 'inbox', reason: 'noAddress' });
});

test('a mail, a text and a push message of a day share its cap; the fourth waits, a call is refused [T2603]', async () => {
  const mail: MailPort = { send: async () => ({ state: 'accepted' }) };
  const loan = await lateReader();
  const from = new Date('2030-06-05T08:00:00+08:00').getTime();
  const channels = ['email', 'sms', 'push'] as const;
  // From before the hours on, every hour of the day by the next channel.
  for (let hour = -2; hour < 16; hour += 1) {
    const moment = new Date(from + hour * 3_600_000);
    const id = await queue(loan, `late ${hour}`, moment);
    const channel = channels[(hour + 2) % 3] ?? 'email';
    await sendNotice(withMail(mail, moment, channel), { borrowerId: loan.borrower_id, noticeId: asId(id) });
    if (hour >= 0 && hour < 3) expect((await deliveriesOf(id))[0]).toMatchObject({ channel, state: 'sent' });
    else expect((await noticeOf(id)).state).toBe('queued');
  }
  expect((await attemptsOf(loan)).map(({ channel }) => channel).sort()).toEqual(['email', 'push', 'sms']);
  const by = { kind: 'system' } as const;
  const ask = (channel: 'call' | 'email') =>
    ({ borrower: loan.borrower_id, channel, purpose: 'collection', by }) as const;
  const answers = await mayContact(hiram.server.appContext.db, at(noon), [ask('call'), ask('email')], noon);
  expect(answers).toMatchObject([{ why: 'dayCap' }, { why: 'dayCap' }]);
});

test('a mail server that loses a mail is told nothing twice; the inbox has the message [T1851]', async () => {
  const server = await startMailServer();
  const mail = smtpMail({
    url: `smtp://127.0.0.1:${server.port}`,
    login: undefined,
    from: 'no-reply@lender.example',
    mayBePlain: true,
  });
  const loan = await lateReader();
  const id = await queue(loan);
  const sendMail = (minutes: number) =>
    sendNotice(withMail(mail, new Date(noon.getTime() + minutes * 60_000)), {
      borrowerId: loan.borrower_id,
      noticeId: asId(id),
    });
  try {
    // It has the mail and says that it has not.
    server.answers.set('.', '451 not now');
    await sendMail(0);
    expect(await noticeOf(id)).toMatchObject({ state: 'queued' });
    server.answers.delete('.');
    await sendMail(5);
    await sendMail(10);
    await sendDueNotices(withMail(mail, new Date(noon.getTime() + 7 * 24 * 60 * 60_000)));
  } finally {
    await server.stop();
  }
  const [delivery, ...others] = await deliveriesOf(id);
  expect(delivery).toMatchObject({ channel: 'email', state: 'sent' });
  expect(others).toEqual([]);
  // What other tests left to be sent is sent, too.
  const messageId = `Message-ID: <${delivery?.id}@lender.example>`;
  expect(server.received.filter(({ data }) => data.includes(messageId))).toHaveLength(2);
  // No receipt came: it is not called delivered, and stands in the inbox unread.
  expect(await noticeOf(id)).toMatchObject({ state: 'sent', read_at: null, shown_at: noon });
  expect(await attemptsOf(loan)).toMatchObject([{ channel: 'email' }]);
});

test('a text that is on its way counts in the cap of its number [T1834]', async () => {
  const { appContext } = hiram.server;
  const loan = await lateLoan();
  const { phone } = await borrowerById(appContext.db, loan.borrower_id);
  await sql`insert into sms (id, brand, phone, purpose, body_encrypted, state, created_at)
    select gen_random_uuid(), 'ph', ${phone}, 'loan', '', 'sent', ${noon}
    from generate_series(2, ${textKinds.loan.aDay})`.execute(hiram.owner);
  const gate = Promise.withResolvers<void>();
  let texts = 0;
  const sms = {
    canCall: false,
    async send() {
      texts += 1;
      if (texts === 1) await gate.promise;
    },
  };
  const slow = { ...at(noon), ports: { ...appContext.ports, sms } };
  const [first, second] = [await queue(loan), await queue(loan, 'late 3')];
  const sending = sendNotice(slow, { borrowerId: loan.borrower_id, noticeId: asId(first) });
  await hiram.until(
    async () => texts,
    (count) => count === 1,
  );
  await sendNotice(slow, { borrowerId: loan.borrower_id, noticeId: asId(second) });
  gate.resolve();
  await sending;
  expect(texts).toBe(1);
  expect(await deliveriesOf(second)).toMatchObject([{ channel: 'push', state: 'sent' }]);
});

test('messages about one loan that go out at once are no more than its daily cap [T1865]', async () => {
  const loan = await lateLoan();
  const ids = await Promise.all(
    Array.from({ length: maxLoanMessagesPerDay + 3 }, async (_, no) => {
      const id = await queue(loan, `at once ${no}`);
      await sql`update notice set kind = 'corrected', variables = '{"left":100}' where id = ${id}`.execute(
        hiram.owner,
      );
      return id;
    }),
  );
  await Promise.all(ids.map((id) => send(loan, id)));
  const states = (await Promise.all(ids.map(noticeOf))).map(({ state }) => state);
  expect(states.filter((state) => state === 'sent')).toHaveLength(maxLoanMessagesPerDay);
  expect(states.filter((state) => state === 'inbox')).toHaveLength(3);
});

const reference = randomUUID();
test.each([
  ['answers 200 and nothing else', ''],
  ['answers 200 without accepting it', JSON.stringify({ reference })],
  ['answers 200 to another message', JSON.stringify({ reference: randomUUID(), accepted: true })],
])('a push server that %s has not taken the message [T1593]', async (_what, answer) => {
  const secret = fixedSecret('x'.repeat(20));
  const now = new Date();
  const asked: string[] = [];
  const server = createServer((request, reply) => {
    asked.push(request.url ?? '');
    request.resume();
    // Signed, so that the answer's words alone are at fault.
    const signed = signature(secret.current, Math.floor(now.getTime() / 1000), answer);
    request.on('end', () => reply.setHeader('x-hiram-signature', signed).end(answer));
  });
  await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  const push = httpPush({ url: `http://127.0.0.1:${port}/push`, secret }, () => now);
  const message = { brand: 'ph', borrower: 'b', kind: 'late', title: '', text: '', deepLink: 'x://y' };
  await expect(push.send({ reference, ...message })).rejects.toThrow('push:');
  expect(asked).toEqual(['/push']);
  server.close();
  server.closeAllConnections();
});

test('a message that cannot be written for a fault of ours holds up no other one [T1609]', async () => {
  const [broken, whole] = [await lateLoan(), await lateLoan()];
  const first = await queue(broken);
  const second = await queue(whole);
  await sql`update notice set variables = '{"amount": "a lot"}' where id = ${first}`.execute(hiram.owner);
  await sendDueNotices(at(noon));
  expect(await noticeOf(first)).toMatchObject({
    state: 'queued',
    send_after: new Date(noon.getTime() + 3_600_000),
  });
  expect((await noticeOf(second)).state).toBe('sent');
});

test('at the ceiling of a day’s costs only free channels take a late message, service goes on [T1835]', async () => {
  const day = new Date('2030-06-06T12:00:00+08:00');
  const capped = (channels: readonly ('sms' | 'push')[]): AppContext => ({
    ...at(day),
    brands: new Map(
      [...hiram.server.appContext.brands].map(([id, brand]) => [
        id,
        {
          ...brand,
          localized: new Map(),
          contact: { ...brand.contact, channels: [...channels], maxCostADay: 100 },
        },
      ]),
    ),
  });
  const sent = async (channels: readonly ('sms' | 'push')[], kind: 'late' | 'corrected' = 'late') => {
    const loan = await lateLoan();
    const id = await queue(loan, 'late 1', day);
    if (kind === 'corrected')
      await sql`update notice set kind = ${kind}, variables = '{"left":1}' where id = ${id}`.execute(
        hiram.owner,
      );
    await sendNotice(capped(channels), { borrowerId: loan.borrower_id, noticeId: asId(id) });
    const { state, reason } = await noticeOf(id);
    return {
      state,
      reason,
      by: (await deliveriesOf(id)).map(({ channel }) => channel),
      attempts: (await attemptsOf(loan)).length,
    };
  };
  expect(await sent(['sms'])).toEqual({ state: 'sent', reason: null, by: ['sms'], attempts: 1 });
  expect(await sent(['sms'])).toEqual({ state: 'inbox', reason: 'costCeiling', by: [], attempts: 0 });
  expect(await sent(['sms', 'push'])).toMatchObject({ state: 'sent', by: ['push'] });
  expect(await sent(['sms'], 'corrected')).toMatchObject({ state: 'sent', by: ['sms'] });
});

test('a message that a channel may have brought stays in the inbox when it becomes false [T1836]', async () => {
  const tried = await lateLoan();
  const untried = await lateLoan();
  const [id, other] = [await queue(tried), await queue(untried)];
  await hiram.send(sandboxSetCheck, { service: 'sms', mode: 'contradicts' });
  await hiram.send(sandboxSetCheck, { service: 'push', mode: 'lies' });
  await send(tried, id);
  expect(await noticeOf(id)).toMatchObject({ state: 'queued' });
  for (const { borrower_id: borrower } of [tried, untried])
    await addStop(hiram.server.appContext.db, { borrower, kind: 'hardship', now: noon });
  const later = new Date(noon.getTime() + 120_000);
  await send(tried, id, later);
  await send(untried, other, later);
  expect(await noticeOf(id)).toMatchObject({ state: 'inbox', reason: 'hardship' });
  expect(await noticeOf(other)).toMatchObject({ state: 'dropped', reason: 'hardship' });
});

test('three messages of a batch take as many statements as one [T1843]', async () => {
  const { ports } = hiram.server.appContext;
  // The sandbox's provider stores each text in the same database.
  const withoutStore: AppContext = {
    ...at(noon),
    ports: { ...ports, sms: { canCall: false, send: async () => undefined } },
  };
  const loans = [await lateLoan(), await lateLoan(), await lateLoan()];
  await sendDueNotices(at(noon));
  const statementsFor = async (told: readonly Late[], event: string) => {
    const ids = [];
    for (const loan of told) ids.push(await queue(loan, event));
    const trace = newTrace();
    let statements = 0;
    const stop = onStatement(() => {
      if (traceNow() === trace) statements += 1;
    });
    await runInTrace(trace, () => sendDueNotices(withoutStore));
    stop();
    for (const id of ids) expect(await noticeOf(id)).toMatchObject({ state: 'sent' });
    return statements;
  };
  const one = await statementsFor(loans.slice(0, 1), 'late 1');
  expect(await statementsFor(loans, 'late 3')).toBe(one);
});

test('what a channel said is recorded by keys: a long queue is not read for each batch [T1852]', async () => {
  const loan = await lateLoan();
  const { owner, server } = hiram;
  const add = (state: string, sendAfter: string | null) =>
    sql`insert into notice (borrower_id, id, order_id, kind, event, variables, state, created_at, send_after)
      select ${loan.borrower_id}, gen_random_uuid(), ${loan.id}, 'late', ${state} || no, '{}', ${state}, ${noon}, ${sendAfter}
      from generate_series(1, 3000) no`.execute(owner);
  // As right after a strategy has queued the messages of a large lender: the statistics know of none that are queued.
  await add('inbox', null);
  await sql`analyze notice`.execute(owner);
  await add('queued', '2031-01-01');
  const id = await queue(loan, 'late by keys');
  const entriesRead = await server.appContext.db.connection().execute(async (db) => {
    const read = async () => {
      await sql`select pg_stat_force_next_flush()`.execute(db);
      const { rows } = await sql<{ read: number }>`select idx_tup_read::int as read from pg_stat_user_indexes
        where indexrelname = 'notice_due'`.execute(owner);
      return rows[0]?.read ?? 0;
    };
    const before = await read();
    await sendNotice({ ...at(noon), db }, { borrowerId: loan.borrower_id, noticeId: asId(id) });
    return (await read()) - before;
  });
  await sql`delete from notice where event ~ '^(inbox|queued)'`.execute(owner);
  expect((await noticeOf(id)).state).toBe('sent');
  expect(entriesRead).toBeLessThan(1_000);
});
