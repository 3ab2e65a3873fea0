import { asId } from '@hiram/contract/ids';
import {
  type CheckService,
  type checkModes,
  checkServices,
  type SandboxService,
} from '@hiram/contract/sandbox';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import Fastify from 'fastify';
import * as v from 'valibot';
import { certifiedValues } from '../../lending/borrowers/profile.ts';
import type { FieldCipher } from '../../platform/crypto/field-cipher.ts';
import type { Secret } from '../../platform/crypto/secrets.ts';
import type { Db } from '../../platform/database/connection/connect.ts';
import { isGenuine, signature } from '../../providers/gateway/webhooks.ts';
import { checkSignatureHeader } from '../../providers/outside-checks/ask-signed.ts';

type Mode = (typeof checkModes)[number];

const questionSchema = v.object({
  reference: v.string(),
  name: v.optional(v.string(), ''),
  birthDate: v.optional(v.string()),
});
type Question = v.InferOutput<typeof questionSchema>;
/** The certified details of the borrower of an identity check. */
type Typed = Readonly<Record<string, unknown>>;

/** The person whom the screening service finds on a list of sanctions. */
export const listedName = 'Rodrigo Salonga';

/** More than the pictures of an identity check. */
const maxBytes = 16 * 1024 * 1024;

/** The answers of each service. `times` counts the questions with this reference, from 1. */
const answers: Readonly<
  Record<CheckService, (question: Question & { readonly typed: Typed }, mode: Mode, times: number) => object>
> = {
  identity({ reference, typed }, mode, times) {
    const { fullName, birthDate, idNumber, pan } = typed;
    // What stands on a document of the borrower, who typed it themselves.
    const read = { name: fullName, birthDate, number: pan ?? idNumber };
    return {
      reference: mode === 'lies' ? 'another question' : reference,
      outcome: mode === 'repeats' && times === 1 ? 'unclear' : 'verified',
      // Contradicts: verified, for another name.
      read: mode === 'contradicts' ? { ...read, name: 'Somebody Else Entirely' } : read,
      face: 'match',
    };
  },
  bureau({ reference }, mode, times) {
    const isOther = mode === 'contradicts' && times > 1;
    return {
      reference: mode === 'lies' ? 'another question' : reference,
      found: true,
      score: isOther ? 300 : 700,
      openLoans: isOther ? 9 : 0,
      maxDaysLate: isOther ? 120 : 0,
      monthlyDebtService: isOther ? 5_000_000 : 0,
      bureauReference: `CIC-${reference.slice(-8)}`,
      // One that bills each repetition says so in its answer.
      price: mode === 'repeats' ? 1_500 * times : 1_500,
    };
  },
  screening({ reference, name, birthDate }, mode) {
    const isFound = mode === 'repeats' || name === listedName;
    const birthYears = birthDate === undefined ? [] : [Number(birthDate.slice(0, 4))];
    const entry = { list: 'Sanctions', reference: 'S-1', name, birthYears };
    return {
      reference: mode === 'lies' ? 'another question' : reference,
      state: isFound ? 'possible' : 'clear',
      // Contradicts: clear, with an entry.
      entries: isFound || mode === 'contradicts' ? [entry] : [],
    };
  },
  /** Lies: an answer of 200 and nothing else. */
  push: ({ reference }, mode) => (mode === 'lies' ? {} : { reference, accepted: true }),
};

/**
 * The sandbox's identity service, credit bureau and screening service (docs/checks-outside.md). They are
 * called by signed HTTP alone, and behave as the tester's switch says: `behaves`, `lies` (an answer to
 * another question), `hangs`, `repeats` (bills again; reports the same match again; reads a document at the
 * second time alone) or `contradicts` itself or the borrower.
 */
export function createFakeChecks({
  db,
  cipher,
  secret,
  now,
}: {
  readonly db: Db;
  readonly cipher: FieldCipher;
  readonly secret: Secret;
  readonly now: () => Date;
}): FastifyInstance {
  const app = Fastify({ logger: false, bodyLimit: maxBytes });
  const asked = new Map<string, number>();
  app.removeContentTypeParser('application/json');
  app.addContentTypeParser('application/json', { parseAs: 'buffer' }, (_request, body, done) =>
    done(null, body),
  );
  for (const service of checkServices)
    app.post(`/${service}`, async (request: FastifyRequest, reply: FastifyReply) => {
      const body = request.body as Buffer;
      if (!isGenuine(secret, request.headers[checkSignatureHeader], body, now()))
        return reply.code(401).send({ error: 'the question is not signed' });
      const question = v.parse(questionSchema, JSON.parse(body.toString('utf8')));
      const mode = await modeOf(db, service);
      if (mode === 'hangs') return reply.hijack();
      const key = `${service} ${question.reference}`;
      const times = (asked.get(key) ?? 0) + 1;
      asked.set(key, times);
      const text = JSON.stringify(
        answers[service]({ ...question, typed: await typedBy(db, cipher, service, question) }, mode, times),
      );
      return reply
        .header('content-type', 'application/json')
        .header(checkSignatureHeader, signature(secret.current, Math.floor(now().getTime() / 1000), text))
        .send(text);
    });
  return app;
}

/** The typed fields of an identity check's borrower: the fake reads them instead of the picture. */
async function typedBy(
  db: Db,
  cipher: FieldCipher,
  service: CheckService,
  { reference }: Question,
): Promise<Typed> {
  if (service !== 'identity') return {};
  const check = await db
    .selectFrom('identity_check')
    .select('borrower_id')
    .where('id', '=', asId<'identityCheck'>(reference))
    .executeTakeFirst();
  return check ? certifiedValues(db, cipher, check.borrower_id) : {};
}

/** The present behaviour of a service. */
export async function modeOf(db: Db, service: SandboxService): Promise<Mode> {
  const row = await db
    .selectFrom('sandbox_check')
    .select('mode')
    .where('service', '=', service)
    .executeTakeFirst();
  return row?.mode ?? 'behaves';
}
