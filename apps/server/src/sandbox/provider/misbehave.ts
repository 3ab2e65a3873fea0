import type { SandboxService } from '@hiram/contract/sandbox';
import type { FastifyReply } from 'fastify';
import type { Db } from '../../platform/database/connection/connect.ts';
import { modeOf } from './fake-checks.ts';

/**
 * Lets a channel of messages behave as the tester's switch says: `hangs` never answers, `lies` accepts and
 * loses, `contradicts` sends and answers that it failed. `send` must be safe to repeat.
 */
export async function sendAsSwitched(
  db: Db,
  channel: Extract<SandboxService, 'sms' | 'email'>,
  reply: FastifyReply,
  send: () => Promise<{ readonly id: string }>,
): Promise<unknown> {
  const mode = await modeOf(db, channel);
  if (mode === 'hangs') return reply.hijack();
  if (mode === 'lies') return { id: 'lost' };
  const sent = await send();
  return mode === 'contradicts' ? reply.code(503).send({ error: 'not sent' }) : sent;
}
