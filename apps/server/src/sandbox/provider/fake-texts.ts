import type { FastifyInstance } from 'fastify';
import * as v from 'valibot';
import type { Db } from '../../platform/database/connection/connect.ts';
import { sendAsSwitched } from './misbehave.ts';

const textSchema = v.strictObject({
  reference: v.pipe(v.string(), v.uuid()),
  phone: v.string(),
  text: v.string(),
  voice: v.boolean(),
});

export interface FakeTexts {
  /** Texts to a phone number, newest first. At most 20. */
  texts(phone: string): Promise<readonly string[]>;
}

/** Texts and voice calls of the sandbox's provider. Nothing is sent: a tester reads them in the inbox. */
export function fakeTexts(
  app: FastifyInstance,
  { db, now }: { readonly db: Db; readonly now: () => Date },
): FakeTexts {
  app.post('/texts', async (request, reply) => {
    const input = v.parse(textSchema, request.body);
    return sendAsSwitched(db, 'sms', reply, async () => {
      await db
        .insertInto('sandbox_text')
        .values({
          id: input.reference,
          phone: input.phone,
          body: input.voice ? `Voice call: ${input.text}` : input.text,
          received_at: now(),
        })
        .onConflict((conflict) => conflict.column('id').doNothing())
        .execute();
      return { id: input.reference };
    });
  });

  return {
    async texts(phone) {
      const rows = await db
        .selectFrom('sandbox_text')
        .select('body')
        .where('phone', '=', phone)
        .orderBy('received_at', 'desc')
        .limit(20)
        .execute();
      return rows.map((row) => row.body);
    },
  };
}
