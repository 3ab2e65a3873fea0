import type { MailId } from '@hiram/contract/ids';
import { expect, test } from 'vitest';
import { setUpHiram } from '../../test/support/processes/set-up.ts';
import { inTransaction } from '../platform/database/connection/connect.ts';
import { newId } from '../platform/ids.ts';
import type { MailPort } from '../providers/ports/mail.ts';
import { queueMail } from './mails.ts';

const hiram = setUpHiram();

/** Queues a mail while the server sends by `port`, and waits until it has ended. */
async function outcome(port: MailPort, sendBefore?: Date) {
  const { appContext } = hiram.server;
  Object.assign(appContext.ports, { mail: port });
  const id = newId() as MailId;
  await inTransaction(appContext.db, (trx) =>
    queueMail(trx, appContext, {
      id,
      to: 'ben@lender.example',
      purpose: 'staffInvitation',
      subject: 'Your invitation',
      text: 'https://console.example/invitation#abc',
      now: new Date(),
      ...(sendBefore ? { sendBefore } : {}),
    }),
  );
  return hiram.until(
    () => hiram.owner.selectFrom('mail').selectAll().where('id', '=', id).executeTakeFirstOrThrow(),
    ({ state }) => state !== 'queued',
  );
}

test('a mail is sent once its server is back, each time with the same reference [T1043]', async () => {
  const references: string[] = [];
  const sent = await outcome({
    async send({ reference }) {
      references.push(reference);
      if (references.length === 1) throw new Error('away');
      return { state: 'accepted' };
    },
  });
  expect(sent).toMatchObject({ state: 'sent', refusal: null });
  expect(references).toEqual([sent.id, sent.id]);
  expect(sent.body_encrypted.toString('latin1')).not.toContain('invitation#');
});

test('a mail that is refused for good ends, and one whose link has expired is not sent [T1044]', async () => {
  const refusing = { send: async () => ({ state: 'rejected', reason: 'SMTP 550' }) as const };
  expect(await outcome(refusing)).toMatchObject({ state: 'rejected', refusal: 'SMTP 550' });
  expect(await outcome(refusing, new Date(Date.now() - 1))).toMatchObject({
    state: 'expired',
    refusal: null,
  });
});
