import { addFeedWebhook, issueFeedKey, listFeedAccess, revokeFeedAccess } from '@hiram/contract/console/feed';
import { allBrands } from '@hiram/contract/console/rights';
import { type Selectable, sql } from 'kysely';
import { inTransaction } from '../../platform/database/connection/connect.ts';
import type { Database } from '../../platform/database/schema/schema.ts';
import { NotFound, reject } from '../../platform/errors/rejection.ts';
import type { StaffHandler } from '../access/serve-staff.ts';
import type { Area } from '../actions/area.ts';
import { serveAction } from '../actions/serve-action.ts';
import { addWebhookAction, issueKeyAction } from './let-in.ts';

const shown = ({
  id,
  name,
  brand,
  topics,
  created_at,
  revoked_at,
}: Omit<Selectable<Database['feed_key']>, 'key_hash'>) => ({
  accessId: id,
  name,
  brand,
  topics,
  createdAt: created_at.toISOString(),
  ...(revoked_at ? { revokedAt: revoked_at.toISOString() } : {}),
});

const list: StaffHandler<typeof listFeedAccess> = async (_input, { db, brand }) => {
  const ofBrand = brand === allBrands ? sql<boolean>`true` : sql<boolean>`brand = ${brand}`;
  const keys = await db.selectFrom('feed_key').selectAll().where(ofBrand).orderBy('id', 'desc').execute();
  const webhooks = await db
    .selectFrom('feed_webhook')
    .selectAll()
    .select(
      sql<number>`(select count(*) from feed_event where feed_event.brand = feed_webhook.brand
        and feed_event.topic = any (feed_webhook.topics) and coalesce(position, delivered_to + 1) > delivered_to)`.as(
        'waiting',
      ),
    )
    .where(ofBrand)
    .orderBy('id', 'desc')
    .execute();
  return {
    keys: keys.map(shown),
    webhooks: webhooks.map((row) => ({
      ...shown(row),
      url: row.url,
      waiting: row.revoked_at ? 0 : row.waiting,
      ...(row.failing_since ? { failingSince: row.failing_since.toISOString() } : {}),
    })),
  };
};

const revoke: StaffHandler<typeof revokeFeedAccess> = async ({ accessId }, { db, brand, now, session }) =>
  inTransaction(db, async (trx) => {
    const change = { revoked_at: now, revoked_by: session.staffId };
    for (const table of ['feed_key', 'feed_webhook'] as const) {
      const row = await trx
        .selectFrom(table)
        .select('revoked_at')
        .where('id', '=', accessId)
        .where('brand', '=', brand)
        .forUpdate()
        .executeTakeFirst();
      if (row?.revoked_at) return reject('alreadyRevoked', { field: 'accessId' });
      if (!row) continue;
      await trx.updateTable(table).set(change).where('id', '=', accessId).execute();
      return { revokedAt: now.toISOString() };
    }
    throw new NotFound('no access of the brand');
  });

/** The feed for other systems: who reads it. */
export const feedArea: Area = {
  actions: [issueKeyAction, addWebhookAction],
  texts: {
    alreadyRevoked: 'This access has ended already.',
    keyInUse: 'A key with this SHA-256 exists already: make another one.',
    notSecure: 'The address must begin with https and have no user name in it.',
    urlInUse: 'The feed is sent to this address already.',
  },
  routes(server) {
    server.serveStaff(listFeedAccess, list);
    serveAction(server, issueFeedKey, issueKeyAction);
    serveAction(server, addFeedWebhook, addWebhookAction);
    server.serveStaff(revokeFeedAccess, revoke);
  },
};
