import { randomInt } from 'node:crypto';
import { login, logout, redeemTicket, resetPassword, smsCode, ticket } from '@hiram/contract/account';
import { homeIndex } from '@hiram/contract/home';
import { loanDetails } from '@hiram/contract/order';
import { sandboxSms } from '@hiram/contract/sandbox';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { type Hiram, startHiram } from './support/processes/running-server.ts';

let hiram: Hiram;
const written: string[] = [];
beforeAll(async () => {
  const logTo = { write: (line: string) => void written.push(line) };
  hiram = await startHiram(inject('cluster'), { LOG_LEVEL: 'info' }, { logTo });
});
afterAll(() => hiram.stop());

const newPhone = () => `138${String(randomInt(1e8)).padStart(8, '0')}`;
const codeOf = async (phone: string) =>
  (
    await hiram.until(
      () => hiram.send(sandboxSms, { phone }),
      (answer) => answer.data.messages.length > 0,
    )
  ).data.messages[0]?.code ?? '';
/**
 * The log lines of `action`. An answer's line is written after it is sent, a moment after the caller has it.
 */
async function linesOf(action: () => Promise<unknown>): Promise<Record<string, unknown>[]> {
  const before = written.length;
  await action();
  const lines = () => written.slice(before).map((line) => JSON.parse(line));
  await hiram.until(
    async () => lines(),
    (found) => found.some((item) => item.msg === 'answered'),
  );
  return lines().filter((line) => line.msg === 'answered');
}

test('each sign-in is a log line with time, place, address, number, method and result [T031]', async () => {
  const phone = newPhone();
  const device = { deviceId: 'phone-1' };
  const [sent] = await linesOf(() => hiram.send(smsCode, { phone, purpose: 'reset' }, device));
  const code = await codeOf(phone);
  const mark = sent?.mark;
  expect(mark).toMatch(/^[0-9a-f]{16}$/);
  const wrong = code === '000000' ? '000001' : '000000';
  const password = 'tatlong bituin';
  const guess = { phone, smsCode: wrong, password };
  expect(await linesOf(() => hiram.send(resetPassword, guess, device))).toMatchObject([
    { call: 'resetPassword', how: 'code', mark, outcome: 'wrongCode', from: '127.0.0.1', status: 200 },
  ]);
  const [reset] = await linesOf(() => hiram.send(resetPassword, { ...guess, smsCode: code }, device));
  expect(reset).toMatchObject({ outcome: 'done', how: 'code', mark, borrower: expect.any(String) });
  expect(reset).toMatchObject({ time: expect.any(Number), hostname: expect.any(String), pid: process.pid });
  for (let tries = 0; tries < 5; tries += 1)
    expect(await linesOf(() => hiram.send(login, { phone, password: 'mali' }, device))).toMatchObject([
      { call: 'login', how: 'password', mark, outcome: 'wrongPassword' },
    ]);
  expect(await linesOf(() => hiram.send(login, { phone, password }, device))).toMatchObject([
    { outcome: 'tooManyTries', mark },
  ]);
  const [other] = await linesOf(() => hiram.send(login, { phone: newPhone(), password }, device));
  expect(other?.mark).not.toBe(mark);
  expect(other).not.toHaveProperty('borrower');
});

test('tickets, sign-outs and calls without a session are log lines too, with the borrower if known [T196]', async () => {
  const { context } = await hiram.borrower({ state: 'ready' });
  const answer = await hiram.send(ticket, {}, context);
  expect(
    await linesOf(() => hiram.send(redeemTicket, { ticket: answer.data.ticket }, { deviceId: 'web' })),
  ).toMatchObject([{ call: 'redeemTicket', how: 'ticket', outcome: 'done', borrower: expect.any(String) }]);
  expect(
    await linesOf(() => hiram.send(redeemTicket, { ticket: answer.data.ticket }, { deviceId: 'web' })),
  ).toMatchObject([{ how: 'ticket', outcome: 'unknownTicket' }]);
  expect(await linesOf(() => hiram.send(homeIndex, {}, { ...context, deviceId: 'thief' }))).toMatchObject([
    { call: 'homeIndex', status: 401, outcome: 'notSignedIn', from: '127.0.0.1' },
  ]);
  expect(await linesOf(() => hiram.send(logout, {}, context))).toMatchObject([
    { call: 'logout', outcome: 'done', borrower: expect.any(String) },
  ]);
});

test('foreign, malformed and forged input is logged with its caller, and it cannot forge a log line [T197]', async () => {
  const ownBorrower = await hiram.borrower({ state: 'ready' });
  const other = await hiram.borrower({ state: '180' });
  const refusals = async (call: string, outcome: string) => {
    const metrics = await (await fetch(`${hiram.origin}/metrics`)).text();
    const counted = new RegExp(
      `^hiram_refusals_total\\{call="${call}",outcome="${outcome}"\\} (\\d+)$`,
      'm',
    ).exec(metrics);
    return Number(counted?.[1] ?? 0);
  };
  const before = [await refusals('loanDetails', 'notFound'), await refusals('login', 'wrongPassword')];
  await hiram.send(login, { phone: newPhone(), password: 'mali' }, { deviceId: 'phone-2' });
  expect(
    await linesOf(() => hiram.send(loanDetails, { orderId: other.orderId }, ownBorrower.context)),
  ).toMatchObject([{ call: 'loanDetails', status: 404, outcome: 'notFound', borrower: expect.any(String) }]);
  const forged = 'x"}\n{"level":60,"msg":"all is well"}';
  const lines = await linesOf(() => hiram.send(homeIndex, { [forged]: 1 }, ownBorrower.context));
  expect(lines).toMatchObject([{ call: 'homeIndex', status: 400, outcome: 'badRequest', field: forged }]);
  expect(written.every((line) => line.trimEnd().split('\n').length === 1)).toBe(true);
  const picture =
    '/api/picture/01900000-0000-7000-8000-000000000000/01900000-0000-7000-8000-000000000000.jpg';
  expect(
    await linesOf(() => fetch(`${hiram.origin}${picture}?until=99999999999&signature=made-up`)),
  ).toMatchObject([{ route: '/api/picture/:borrowerId/:name', status: 404, outcome: 'notFound' }]);
  expect(written.join('')).not.toContain('made-up');
  const lineCount = written.length;
  await fetch(`${hiram.origin}/api/webhook/sandbox`, { method: 'POST', body: '{}' });
  expect(JSON.parse(written[lineCount] ?? '{}')).toMatchObject({
    level: 40,
    msg: 'webhook with a wrong signature',
    from: '127.0.0.1',
  });
  const after = [await refusals('loanDetails', 'notFound'), await refusals('login', 'wrongPassword')];
  expect(after).toEqual(before.map((count) => count + 1));
});
