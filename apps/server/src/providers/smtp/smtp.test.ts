import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { type MailServer, startMailServer } from '../../../test/support/servers/mail-server.ts';
import { fixedSecret } from '../../platform/crypto/secrets.ts';
import { Unavailable } from '../../platform/errors/rejection.ts';
import { smtpMail } from './smtp.ts';

let server: MailServer;
beforeAll(async () => {
  server = await startMailServer();
});
afterAll(() => server.stop());
beforeEach(() => server.answers.clear());

const mail = {
  reference: '01890000-0000-7000-8000-000000000001',
  to: 'ben@lender.example',
  subject: 'Your invitation',
  text: 'Open this link:\n\nhttps://console.example/invitation#abc',
};
const settings = () => ({
  url: `smtp://127.0.0.1:${server.port}`,
  login: fixedSecret('hiram:a:password'),
  from: 'no-reply@lender.example',
  mayBePlain: true,
});
const port = () => smtpMail(settings());

test('a mail goes to its one recipient, with our id as its Message-ID [T1040]', async () => {
  expect(await port().send(mail)).toEqual({ state: 'accepted' });
  const sent = server.received.at(-1);
  expect(sent?.to).toEqual([mail.to]);
  expect(sent?.data).toContain(`Message-ID: <${mail.reference}@lender.example>`);
  expect(sent?.data).toContain('Subject: Your invitation');
  expect(sent?.data).toContain('https://console.example/invitation#abc');
  const login = Buffer.from('\0hiram\0a:password').toString('base64');
  expect(server.lines).toContain(`AUTH PLAIN ${login}`);
});

test('a mail has its text and its HTML, and names where it is switched off only if it can be [T1832]', async () => {
  const html = '<!doctype html><p>Open</p>';
  const address = 'https://app.example/setting?appName=ph';
  await port().send({ ...mail, html, unsubscribe: address });
  const { data } = server.received.at(-1) ?? { data: '' };
  expect(data).toMatch(/^Content-Type: multipart\/alternative/m);
  expect(data.indexOf('text/plain')).toBeLessThan(data.indexOf('text/html'));
  expect(data).toContain(`List-Unsubscribe: <${address}>`);
  await port().send({ ...mail, html });
  expect(server.received.at(-1)?.data).not.toContain('List-Unsubscribe');
});

test('an address is one recipient whatever it contains, and a subject one line [T1041]', async () => {
  const to = 'ben@lender.example, eve@evil.example';
  const subject = 'Your\r\nBcc: eve@evil.example';
  await port()
    .send({ ...mail, to, subject })
    .catch(() => undefined);
  const recipients = server.received.flatMap((one) => one.to);
  expect(recipients).not.toContain('eve@evil.example');
  expect(server.received.every(({ data }) => !/^Bcc:/m.test(data))).toBe(true);
});

test.each([
  ['RCPT', '550 no such mailbox'],
  ['.', '554 not wanted'],
])(
  'a mail that is refused at %s is refused for good, without the address in the reason',
  async (at, answer) => {
    server.answers.set(at, answer);
    expect(await port().send(mail)).toEqual({ state: 'rejected', reason: `SMTP ${answer.slice(0, 3)}` });
  },
);

test.each([
  ['RCPT', '451 try later'],
  ['MAIL', '421 closing'],
  ['AUTH', '535 wrong password'],
])(
  'a server that answers %s with "%s" is unavailable, so the mail waits in its queue',
  async (at, answer) => {
    server.answers.set(at, answer);
    await expect(port().send(mail)).rejects.toThrow(Unavailable);
  },
);

test('another machine without STARTTLS gets neither the login nor the mail [T1042]', async () => {
  const before = [server.lines.length, server.received.length];
  await expect(smtpMail({ ...settings(), mayBePlain: false }).send(mail)).rejects.toThrow(Unavailable);
  expect(server.lines.slice(before[0]).filter((line) => /^(AUTH|MAIL|RCPT)/.test(line))).toEqual([]);
  expect(server.received).toHaveLength(before[1]!);
});
