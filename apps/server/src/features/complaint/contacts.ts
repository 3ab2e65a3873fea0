import type {
  ContactsOfLender,
  contactsOfLender,
  doNotCall,
  objectToContact,
} from '@hiram/contract/complaint';
import { collectionType } from '@hiram/contract/complaint';
import { asId } from '@hiram/contract/ids';
import { formatMoment } from '@hiram/loan/moments';
import type { BorrowerRequest, Handler } from '../../api/serve.ts';
import { lockBorrower } from '../../lending/borrowers/borrower-store.ts';
import { collectionChoices, titleOf } from '../../lending/complaints/kinds.ts';
import { attemptsOf } from '../../lending/contact/may-contact.ts';
import { addStop } from '../../lending/contact/stops.ts';
import { openOrder } from '../../lending/loans/order-store.ts';
import { NotFound, reject } from '../../platform/errors/rejection.ts';
import { knownId } from '../../platform/ids.ts';
import { hasReachedDailyLimit, saveComplaint } from './save-complaint.ts';

type AnsweredBy = ContactsOfLender['list'][number]['answeredBy'];

/** The greatest number of attempts that are shown, newest first. */
const maxShown = 50;

/** The attempts to reach the borrower: when, how, and by which role or agency, never a name. */
export const showContacts: Handler<typeof contactsOfLender> = async (_input, requestContext) => {
  const { db, brand, borrower, translate, now } = requestContext;
  const rows = await db
    .selectFrom('contact')
    .leftJoin('contact_objection as objection', (join) =>
      join
        .onRef('objection.borrower_id', '=', 'contact.borrower_id')
        .onRef('objection.contact_id', '=', 'contact.id'),
    )
    .leftJoin('complaint', (join) =>
      join
        .onRef('complaint.borrower_id', '=', 'objection.borrower_id')
        .onRef('complaint.id', '=', 'objection.complaint_id'),
    )
    .leftJoin('agency', (join) => join.onRef('agency.id', '=', 'contact.agency_id'))
    .select(['contact.id', 'contact.channel', 'contact.by_kind', 'contact.started_at', 'contact.outcome'])
    .select(['contact.zone', 'agency.name as agency', 'complaint.reference', 'complaint.id as complaint_id'])
    .where('contact.borrower_id', '=', borrower.id)
    .orderBy('contact.started_at', 'desc')
    .limit(maxShown)
    .execute();
  const stop = await callStop(requestContext);
  return {
    thisWeek: (await attemptsOf(db, borrower.id, now)).week,
    mostAWeek: brand.contact.caps.collection.week,
    hours: { from: brand.contact.from, until: brand.contact.until },
    kinds: collectionChoices(translate),
    canStopCalls: !stop,
    list: rows.map((row) => ({
      contactId: row.id,
      at: row.started_at.toISOString(),
      timeZone: row.zone,
      channel: row.channel,
      by: row.by_kind,
      agency: row.agency ?? '',
      answeredBy: row.outcome === null ? 'unknown' : (answeredBy[row.outcome] ?? 'borrower'),
      ...(row.complaint_id === null
        ? {}
        : { complaint: { complaintId: row.complaint_id, reference: row.reference ?? '' } }),
    })),
  };
};

/** Who answered a call or a visit, by its outcome. With every other outcome the borrower did. */
const answeredBy: Readonly<Record<string, AnsweredBy>> = {
  noAnswer: 'nobody',
  busy: 'nobody',
  failed: 'nobody',
  wrongPerson: 'another',
  deceased: 'another',
};

async function callStop({ db, borrower }: BorrowerRequest): Promise<boolean> {
  const row = await db
    .selectFrom('contact_stop')
    .select('id')
    .where('borrower_id', '=', borrower.id)
    .where('kind', '=', 'doNotCall')
    .where('ended_at', 'is', null)
    .executeTakeFirst();
  return row !== undefined;
}

/** The attempt was wrong: a complaint about collection, once an attempt. Said twice, it is the same complaint. */
export const objectTo: Handler<typeof objectToContact> = async (
  { contactId, subtype, words },
  requestContext,
) => {
  const { appContext, db, brand, borrower, translate, now } = requestContext;
  const choices = collectionChoices(translate);
  if (!choices.some(({ value }) => value === subtype))
    return reject('noSuchSubProblem', { field: 'subtype' });
  await lockBorrower(db, borrower.id);
  const today = await requestContext.today();
  const contact = await db
    .selectFrom('contact')
    .select(['id', 'order_id', 'started_at', 'zone', 'channel'])
    .where('borrower_id', '=', borrower.id)
    .where('id', '=', knownId(asId<'contactAttempt'>(contactId)))
    .executeTakeFirstOrThrow(() => new NotFound('contact'));
  const before = await db
    .selectFrom('contact_objection')
    .innerJoin('complaint', 'complaint.id', 'contact_objection.complaint_id')
    .select(['complaint.id', 'reference', 'promised_by'])
    .where('contact_objection.borrower_id', '=', borrower.id)
    .where('contact_id', '=', contact.id)
    .executeTakeFirst();
  if (before) return { complaintId: before.id, reference: before.reference, promisedBy: before.promised_by };
  // An attempt that was about no loan counts to the one that runs.
  const orderId = contact.order_id ?? (await openOrder(db, borrower.id))?.id;
  if (!orderId) return reject('collectionNotAllowed');
  if (await hasReachedDailyLimit(db, borrower.id, today)) return reject('tooManyComplaints');
  const moment = formatMoment(contact.started_at, brand.language, contact.zone, true);
  const said = words.trim() === '' ? titleOf(choices, subtype) : words.trim();
  const saved = await saveComplaint(db, {
    borrowerId: borrower.id,
    orderId,
    type: collectionType,
    subType: subtype,
    detail: translate('contact.objection', {
      moment,
      channel: translate(`contact.channel.${contact.channel}`),
      said,
    }),
    pictures: [],
    today,
    brand,
    clock: appContext.clock,
    now,
  });
  if (!saved) throw new Error('a complaint without pictures was refused for its pictures');
  await db
    .insertInto('contact_objection')
    .values({ borrower_id: borrower.id, contact_id: contact.id, complaint_id: saved.complaintId })
    .execute();
  return saved;
};

/** From now on nobody calls the borrower. Said twice is once. */
export const stopCalls: Handler<typeof doNotCall> = async (_input, requestContext) => {
  const { db, borrower, now } = requestContext;
  await lockBorrower(db, borrower.id);
  if (!(await callStop(requestContext)))
    await addStop(db, { borrower: borrower.id, kind: 'doNotCall', channels: ['call', 'visit'], now });
  return {};
};
