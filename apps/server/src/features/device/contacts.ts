import type { contactList, contactSave } from '@hiram/contract/device';
import type { Handler } from '../../api/serve.ts';
import { mobileNumber } from '../../brands/phone.ts';
import { lockBorrower } from '../../lending/borrowers/borrower-store.ts';
import { reject } from '../../platform/errors/rejection.ts';
import { newId } from '../../platform/ids.ts';
import { recordConsent } from './consent.ts';

/** Maximum number of reference contacts of a borrower. */
const maxContacts = 3;
/** The numbers of their places, from 1. */
const places = Array.from({ length: maxContacts }, (_, index) => index + 1);

/** Stores a reference contact, and the consent. */
export const saveContact: Handler<typeof contactSave> = async (
  { name, phone: inputPhone, relation },
  requestContext,
) => {
  const { appContext, db, brand, borrower, now } = requestContext;
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
  const place = places.find((slot) => !contacts.some((contact) => contact.place === slot));
  if (place === undefined) return reject('tooManyContacts', { values: { most: maxContacts } });
  await recordConsent(requestContext, 'contacts');
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
};

/** The borrower's reference contacts, by the last digits of their numbers. */
export const listContacts: Handler<typeof contactList> = async (_input, { appContext, db, borrower }) => {
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
};
