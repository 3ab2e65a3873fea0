import type { FastifyInstance } from 'fastify';
import * as v from 'valibot';
import type { Db } from '../../platform/database/connection/connect.ts';
import { sendAsSwitched } from './misbehave.ts';

const mailSchema = v.strictObject({
  reference: v.pipe(v.string(), v.uuid()),
  to: v.string(),
  subject: v.string(),
  text: v.string(),
  html: v.optional(v.string()),
  unsubscribe: v.optional(v.string()),
});

interface FakeMail {
  readonly to: string;
  readonly subject: string;
  readonly text: string;
}

export interface FakeMails {
  /** Mail to everybody, newest first. At most 20. */
  mails(): Promise<readonly FakeMail[]>;
}

/** Mail of the sandbox's provider. Nothing is sent: a tester reads it in the mailbox. */
export function fakeMails(
  app: FastifyInstance,
  { db, now }: { readonly db: Db; readonly now: () => Date },
): FakeMails {
  app.post('/mails', async (request, reply) => {
    const input = v.parse(mailSchema, request.body);
    return sendAsSwitched(db, 'email', reply, async () => {
      await db
        .insertInto('sandbox_mail')
        .values({
          id: input.reference,
          recipient: input.to,
          subject: input.subject,
          body: input.text,
          received_at: now(),
        })
        .onConflict((conflict) => conflict.column('id').doNothing())
        .execute();
      return { id: input.reference };
    });
  });

  return {
    async mails() {
      const rows = await db
        .selectFrom('sandbox_mail')
        .select(['recipient as to', 'subject', 'body as text'])
        .orderBy('received_at', 'desc')
        .limit(20)
        .execute();
      return rows;
    },
  };
}
