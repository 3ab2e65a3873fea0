import { contactList, contactSave, deviceSave, locationSave } from '@hiram/contract/device';
import type { Server } from '../../api/serve.ts';
import { mobileNumber } from '../../brands/phone.ts';
import { lockBorrower } from '../../lending/origination/apply.ts';
import { type Db, inTransaction } from '../../platform/database/connect.ts';
import { reject } from '../../platform/errors/rejection.ts';
import { newId } from '../../platform/ids.ts';

/** Maximum numbers of reference contacts and of stored locations of a borrower. */
const maxContacts = 3;
const maxLocations = 5;

/** The device, its approximate location, and reference contacts (KEY-10). */
export function deviceRoutes({ serve, appContext }: Server): void {
  serve(deviceSave, async (input, { db, borrower, context, now }) => {
    const deviceId = context.deviceId;
    if (deviceId === undefined) return {};
    const deviceValues = {
      name: input.deviceName ?? context.deviceName ?? '',
      os_version: input.osVersion ?? context.osVersion ?? '',
      app_version: input.appVersion ?? context.appVersion ?? '',
      seen_at: now,
    };
    await db
      .insertInto('device')
      .values({ borrower_id: borrower.id, device_id: deviceId, first_seen_at: now, ...deviceValues })
      .onConflict((conflict) => conflict.columns(['borrower_id', 'device_id']).doUpdateSet(deviceValues))
      .execute();
    return {};
  });

  serve(locationSave, async ({ latitude, longitude }, { db, brand, borrower, now }) => {
    // A parallel withdrawal of the consent waits for its row, and then deletes this location too.
    await inTransaction(db, async (trx) => {
      await recordConsent(trx, borrower.id, 'location', brand.legal.effective, now);
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
  });

  serve(contactSave, async ({ name, phone: inputPhone, relation }, { db, brand, borrower, now }) => {
    if (!/^\p{L}[\p{L} .,'’-]{1,59}$/u.test(name.trim())) return reject('malformedName', { field: 'name' });
    const phone = mobileNumber(brand, inputPhone);
    if (!phone) return reject('malformedPhone', { field: 'phone' });
    if (phone === borrower.phone) return reject('ownNumber', { field: 'phone' });
    await lockBorrower(db, borrower.id);
    const contacts = await db
      .selectFrom('reference_contact')
      .select(['place', 'phone_digest'])
      .where('borrower_id', '=', borrower.id)
      .execute();
    if (contacts.some((contact) => appContext.cipher.matches(phone, contact.phone_digest)))
      return reject('knownContact', { field: 'phone' });
    const place = [1, 2, 3].find((slot) => !contacts.some((contact) => contact.place === slot));
    if (place === undefined) return reject('tooManyContacts', { values: { most: maxContacts } });
    await recordConsent(db, borrower.id, 'contacts', brand.legal.effective, now);
    await db
      .insertInto('reference_contact')
      .values({
        borrower_id: borrower.id,
        id: newId(),
        place,
        name_encrypted: appContext.cipher.encrypt(name.trim()),
        phone_encrypted: appContext.cipher.encrypt(phone),
        phone_digest: appContext.cipher.digest(phone),
        relation,
        created_at: now,
      })
      .execute();
    return {};
  });

  serve(contactList, async (_input, { db, borrower }) => {
    const rows = await db
      .selectFrom('reference_contact')
      .select(['name_encrypted', 'phone_encrypted', 'relation'])
      .where('borrower_id', '=', borrower.id)
      .orderBy('place')
      .execute();
    return {
      list: rows.map((row) => ({
        name: appContext.cipher.decrypt(row.name_encrypted),
        phone: `•••• ${appContext.cipher.decrypt(row.phone_encrypted).slice(-4)}`,
        relation: row.relation,
      })),
    };
  });
}

/**
 * Records the consent: sending the data after the reason was shown is the consent. Runs in the transaction that stores the data.
 */
async function recordConsent(
  trx: Db,
  borrowerId: string,
  kind: 'location' | 'contacts',
  version: string,
  now: Date,
): Promise<void> {
  const values = { version, given_at: now, withdrawn_at: null };
  await trx
    .insertInto('consent')
    .values({ borrower_id: borrowerId, kind, ...values })
    .onConflict((conflict) =>
      conflict
        .columns(['borrower_id', 'kind'])
        .doUpdateSet(values)
        .where('consent.withdrawn_at', 'is not', null),
    )
    .execute();
}
