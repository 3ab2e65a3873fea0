import { randomBytes, randomUUID } from 'node:crypto';
import type { FeedAccessId } from '@hiram/contract/ids';
import { type RawBuilder, sql } from 'kysely';
import { Webhook } from 'standardwebhooks';
import type { AppContext } from '../../context/app-context.ts';
import { isThisMachine } from '../../context/this-machine.ts';
import { actAs } from '../../platform/database/actor.ts';
import { safeMessage } from '../../platform/logs/safe-message.ts';
import { inSpan, newTrace, traceparentOf } from '../../platform/tracing/trace.ts';
import { type FeedEvent, readFeed } from './feed-events.ts';

/** The time in milliseconds in which an address must answer. */
const answerMs = 10_000;
/** A server that says nothing for this long has lost the address to another one. Longer than a request takes. */
const leaseSeconds = 60;
const pageSize = 200;
const maxPauseSeconds = 300;

/** The time until the next try after a number of failures in a row: 2, 4, 8 … 300 seconds. */
const pauseSeconds = (failures: number): number => Math.min(2 ** Math.min(failures, 16), maxPauseSeconds);

interface Leased {
  readonly id: FeedAccessId;
  readonly lease: string;
}

const secretBytes = 32;

/** A new secret of an address, `whsec_…`, encrypted. */
export const newSecret = ({ cipher }: AppContext): Buffer =>
  cipher.encrypt(`whsec_${randomBytes(secretBytes).toString('base64')}`);

/**
 * True if the feed may be sent there: by TLS. In the sandbox to this machine without it, where a lender's
 * server has ports that nobody outside reaches.
 */
export function isSecureAddress(text: string, isSandbox: boolean): boolean {
  if (!URL.canParse(text)) return false;
  const { protocol, hostname, username, password } = new URL(text);
  if (username !== '' || password !== '') return false;
  return protocol === 'https:' || (isSandbox && protocol === 'http:' && isThisMachine(hostname));
}

/**
 * Sends each address what is new in the feed, signed as Standard Webhooks say, one event after the other: the
 * next one is sent once the former was accepted with a 2xx status. So every event arrives at least once, and
 * a loan's in their order. One server at a time sends to an address. Several servers may do it at once.
 */
export async function sendFeed(appContext: AppContext): Promise<void> {
  await actAs('system', async () => {
    const due = await appContext.db
      .selectFrom('feed_webhook')
      .select('id')
      .where('revoked_at', 'is', null)
      .where('brand', 'in', [...appContext.brands.keys()])
      .where((eb) => eb.or([eb('next_try_at', 'is', null), eb('next_try_at', '<=', sql<Date>`now()`)]))
      .execute();
    await Promise.all(due.map(({ id }) => sendToOne(appContext, id)));
  });
}

async function sendToOne(appContext: AppContext, id: FeedAccessId): Promise<void> {
  const leased = { id, lease: randomUUID() };
  const isFree = sql`revoked_at is null and (lease is null or lease_until < now())`;
  if (!(await update(appContext, id, isFree, sql`lease = ${leased.lease}::uuid, lease_until = ${leaseEnd}`)))
    return;
  try {
    while (await sendPage(appContext, leased));
  } finally {
    await update(appContext, id, held(leased), sql`lease = null, lease_until = null`);
  }
}

const leaseEnd = sql`now() + make_interval(secs => ${leaseSeconds})`;
const held = ({ lease }: Leased) => sql`lease = ${lease}::uuid and revoked_at is null`;

/** Changes the row under a condition. False: the condition does not hold. */
async function update(
  { db }: AppContext,
  id: FeedAccessId,
  condition: RawBuilder<unknown>,
  change: RawBuilder<unknown>,
): Promise<boolean> {
  const { numAffectedRows } =
    await sql`update feed_webhook set ${change} where id = ${id} and (${condition})`.execute(db);
  return numAffectedRows === 1n;
}

/** Sends a page of events. Returns whether there is more to send now. */
async function sendPage(appContext: AppContext, leased: Leased): Promise<boolean> {
  const { db, brands, cipher, log } = appContext;
  const change = (to: RawBuilder<unknown>) => update(appContext, leased.id, held(leased), to);
  const row = await db
    .selectFrom('feed_webhook')
    .selectAll()
    .where('id', '=', leased.id)
    .executeTakeFirstOrThrow();
  const brand = brands.get(row.brand);
  if (!brand || row.lease !== leased.lease || row.revoked_at !== null) return false;
  const range = { brand, topics: row.topics, after: row.delivered_to, limit: pageSize };
  const { events, next, isMore } = await readFeed(db, range);
  const secret = cipher.decrypt(row.secret_encrypted);
  for (const event of events) {
    const fault = await post(row.url, secret, event);
    if (fault !== undefined) {
      log.warn({ webhook: row.id, event: event.id, fault }, 'feed');
      await change(
        sql`failures = failures + 1, failing_since = coalesce(failing_since, now()),
          next_try_at = now() + make_interval(secs => ${pauseSeconds(row.failures + 1)})`,
      );
      return false;
    }
    // Another server has the address now, or its access ended.
    if (!(await change(acceptedUpTo(event.data.position)))) return false;
  }
  if (next === row.delivered_to && row.failing_since === null) return isMore;
  return (await change(acceptedUpTo(next))) && isMore;
}

const acceptedUpTo = (position: number) => sql`delivered_to = ${position}, lease_until = ${leaseEnd},
  failures = 0, failing_since = null, next_try_at = null`;

/** Sends one event, in a span of its own. Returns why it was not accepted. */
async function post(url: string, secret: string, event: FeedEvent): Promise<string | undefined> {
  const body = JSON.stringify(event);
  const at = new Date();
  const trace = newTrace();
  const send = async () => {
    const response = await fetch(url, {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        traceparent: traceparentOf(trace),
        'webhook-id': event.id,
        'webhook-timestamp': String(Math.floor(at.getTime() / 1000)),
        'webhook-signature': new Webhook(secret).sign(event.id, at, body),
      },
      body,
      redirect: 'error',
      signal: AbortSignal.timeout(answerMs),
    });
    await response.body?.cancel();
    if (!response.ok) throw new Error(`answered ${response.status}`);
  };
  // Not counted as a provider's answer: a system of the lender's that is away for a minute wakes nobody.
  const span = {
    name: 'feed',
    kind: 'client',
    attributes: { 'server.address': new URL(url).hostname },
  } as const;
  try {
    await inSpan(trace, span, send);
    return undefined;
  } catch (error) {
    return safeMessage(error, 'no answer');
  }
}
