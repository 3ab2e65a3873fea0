import { createHash, timingSafeEqual } from 'node:crypto';
import type { LocalDate } from '@hiram/loan';
import Fastify, { type FastifyInstance } from 'fastify';
import type { Db } from '../../platform/database/connection/connect.ts';
import type { Jobs } from '../../platform/jobs/jobs.ts';
import { fakeCards } from './fake-cards.ts';
import { type FakeCodes, fakeCodes } from './fake-codes.ts';
import { type FakeMails, fakeMails } from './fake-mails.ts';
import { type FakePayouts, fakePayouts } from './fake-payouts.ts';
import { fakeStatements } from './fake-statements.ts';
import { type FakeTexts, fakeTexts } from './fake-texts.ts';
import { webhookSender } from './send-webhook.ts';

/** The sandbox's payment, payout, SMS and mail provider. It is called by HTTP only, and reports by signed webhooks only. */
export interface SandboxProvider extends FakeCodes, FakeMails, FakePayouts, FakeTexts {
  readonly app: FastifyInstance;
}

interface SandboxProviderOptions {
  readonly db: Db;
  readonly jobs: Jobs;
  readonly secret: string;
  readonly webhookSecret: string;
  readonly now: () => Date;
  readonly today: () => Promise<LocalDate>;
  /** The URL of its webhooks, known once the server listens. */
  readonly notifyUrl: () => string;
}

export function createSandboxProvider(options: SandboxProviderOptions): SandboxProvider {
  const { db, jobs, now, today } = options;
  const app = Fastify({ logger: false });
  requireSecret(app, options.secret);
  const notify = webhookSender(options);
  fakeStatements(app, db);
  fakeCards(app, { db, now, today, notify });
  return {
    app,
    ...fakeCodes(app, { db, now, notify }),
    ...fakePayouts(app, { db, jobs, today, notify }),
    ...fakeTexts(app, { db, now }),
    ...fakeMails(app, { db, now }),
  };
}

/** Answers 401 to a request without the provider's secret. */
function requireSecret(app: FastifyInstance, secret: string): void {
  const expected = createHash('sha256').update(`Bearer ${secret}`).digest();
  app.addHook('onRequest', async (request, reply) => {
    const actual = createHash('sha256')
      .update(String(request.headers.authorization ?? ''))
      .digest();
    if (!timingSafeEqual(actual, expected)) return reply.code(401).send({ error: 'unauthorized' });
  });
}
