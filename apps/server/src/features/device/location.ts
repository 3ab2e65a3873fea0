import type { locationSave } from '@hiram/contract/device';
import { type Handler, inTransactionOf } from '../../api/serve.ts';
import { inTransaction } from '../../platform/database/connection/connect.ts';
import { newId } from '../../platform/ids.ts';
import { recordConsent } from './consent.ts';

/** Maximum number of stored locations of a borrower. */
const maxLocations = 5;

/** Stores an approximate location, and its consent. Only the last few are kept. */
export const saveLocation: Handler<typeof locationSave> = async ({ latitude, longitude }, requestContext) => {
  const { db, borrower, now } = requestContext;
  // A parallel withdrawal of the consent waits for its row, and then deletes this location too.
  await inTransaction(db, async (trx) => {
    await recordConsent(inTransactionOf(trx, requestContext), 'location');
    await trx
      .insertInto('device_location')
      .values({ borrower_id: borrower.id, id: newId(), latitude, longitude, at: now })
      .execute();
    const recent = await trx
      .selectFrom('device_location')
      .select('id')
      .where('borrower_id', '=', borrower.id)
      .orderBy('id', 'desc')
      .limit(maxLocations)
      .execute();
    const oldest = recent[recent.length - 1];
    if (oldest)
      await trx
        .deleteFrom('device_location')
        .where('borrower_id', '=', borrower.id)
        .where('id', '<', oldest.id)
        .execute();
  });
  return {};
};
