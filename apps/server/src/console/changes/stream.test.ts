import { inviteStaff } from '@hiram/contract/console/staff';
import { expect, inject, test } from 'vitest';
import { consoleUrl, staffMember } from '../../../test/support/console/console.ts';
import { startHiram } from '../../../test/support/processes/running-server.ts';
import { setUpHiram, setUpStaffMember } from '../../../test/support/processes/set-up.ts';

const hiram = setUpHiram();
const admin = setUpStaffMember(hiram, 'admin');

const stream = (cookie: string, headers: Record<string, string> = { 'sec-fetch-site': 'same-origin' }) =>
  fetch(`${consoleUrl(hiram)}/api/console/stream`, {
    headers: { ...headers, cookie: `hiram_staff=${cookie}` },
  });

test('a change is told with its table and how many rows, and without any value [T321]', async () => {
  const response = await stream(admin.browser.cookie);
  expect(response.status).toBe(200);
  expect(response.headers.get('content-type')).toBe('text/event-stream');
  const events: Record<string, number>[] = [];
  let raw = '';
  const reader = response.body?.pipeThrough(new TextDecoderStream()).getReader();
  if (!reader) throw new Error('no body');
  const invited = await admin.browser.send(inviteStaff, { name: 'Nilo Perez', email: 'nilo@lender.example' });
  expect(invited.success).toBe(true);
  while (events.every((event) => event.staff === undefined)) {
    const { value = '', done } = await reader.read();
    if (done) throw new Error('the stream ended');
    raw += value;
    for (const [, data = ''] of value.matchAll(/^data: (.*)$/gm)) events.push(JSON.parse(data));
  }
  expect(events.find((event) => event.staff)).toMatchObject({ staff: 1, staff_invitation: 1 });
  expect(raw).not.toContain('Nilo');
  await reader.cancel();
});

test('a stream needs an open session and a page of the console', async () => {
  expect((await stream('')).status).toBe(401);
  expect((await stream(admin.browser.cookie, {})).status).toBe(403);
  expect((await stream(admin.browser.cookie, { 'sec-fetch-site': 'cross-site' })).status).toBe(403);
});

test('one session has at most eight streams, and the server stops although they are open', async () => {
  const own = await startHiram(inject('cluster'));
  const person = await staffMember(own, 'admin');
  const open = () =>
    fetch(`${consoleUrl(own)}/api/console/stream`, {
      headers: { 'sec-fetch-site': 'same-origin', cookie: `hiram_staff=${person.browser.cookie}` },
    });
  const statuses: number[] = [];
  for (let index = 0; index < 9; index += 1) statuses.push((await open()).status);
  expect(statuses).toEqual([200, 200, 200, 200, 200, 200, 200, 200, 429]);
  const began = performance.now();
  await own.stop();
  expect(performance.now() - began).toBeLessThan(5_000);
});
