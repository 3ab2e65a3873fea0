import type {
  claimLoan,
  endStop,
  reportOutcome,
  setStop as setStopCall,
  startCall as startCallCall,
} from '@hiram/contract/console/collections';
import { asId, type OrderId, type StaffId } from '@hiram/contract/ids';
import { localDate } from '@hiram/loan';
import { borrowerById } from '../../lending/borrowers/borrower-store.ts';
import { assignLoan } from '../../lending/collections/assignments.ts';
import { brokenRule } from '../../lending/collections/forbidden-words.ts';
import { addPromise } from '../../lending/collections/promises.ts';
import type { ContactAnswer } from '../../lending/contact/contact-hours.ts';
import { startContacts } from '../../lending/contact/may-contact.ts';
import { addStop, endedByHand } from '../../lending/contact/stops.ts';
import { lockOrder } from '../../lending/loans/order-store.ts';
import { type Db, inTransaction } from '../../platform/database/connection/connect.ts';
import { isRejection, type Rejection, reject } from '../../platform/errors/rejection.ts';
import { knownId, newId } from '../../platform/ids.ts';
import { readEncrypted } from '../access/personal-data/read-encrypted.ts';
import type { StaffHandler, StaffRequest } from '../access/serve-staff.ts';
import { brandOfLoan, contactBy, loadLateLoan, type Sight, sightOf } from './late-loans.ts';

type Refusal = Extract<ContactAnswer, { ok: false }>;

/** Thrown to undo the record of a reading that the rules refused; without an answer another call is open. */
class Refused extends Error {
  readonly answer: Refusal | undefined;
  constructor(answer?: Refusal) {
    super(answer?.why);
    this.answer = answer;
  }
}

/** The caller's call whose outcome is missing. */
export const openCall = (db: Db, staffId: StaffId) =>
  db
    .selectFrom('contact')
    .select(['id', 'borrower_id', 'order_id'])
    .where('staff_id', '=', staffId)
    .where('channel', '=', 'call')
    .where('outcome', 'is', null)
    .orderBy('started_at')
    .limit(1)
    .executeTakeFirst();

/**
 * Opens the number of a borrower, once: the attempt is recorded first, in the same transaction, and the
 * reading counts among those of an hour. What the rules refuse is recorded too.
 */
export const startCall: StaffHandler<typeof startCallCall> = async (input, request) => {
  const { context, db, session, now } = request;
  const { staffId } = session;
  const sight = await sightOf(request);
  const order = await loadLateLoan(request, sight, input.orderId);
  if (await openCall(db, staffId)) return reject('outcomeFirst');
  const attempt = {
    borrower: order.borrower_id,
    order: order.id,
    channel: 'call',
    purpose: 'collection',
    by: contactBy(staffId, sight.agency),
  } as const;
  try {
    const opened = await readEncrypted(
      request,
      {
        borrowerId: order.borrower_id,
        subject: 'loan_order',
        subjectId: order.id,
        field: 'phone',
        reason: 'a call was started',
      },
      async (trx) => {
        if (await openCall(trx, staffId)) throw new Refused();
        const [started] = await startContacts(trx, context.appContext, [attempt], now);
        if (!started?.ok) throw new Refused(started);
        if (!started.id) throw new Error('a call was not recorded');
        const { phone } = await borrowerById(trx, order.borrower_id);
        return { contactId: started.id, phone, at: now.toISOString() };
      },
    );
    return isRejection(opened) ? opened : opened.value;
  } catch (error) {
    if (!(error instanceof Refused)) throw error;
    return error.answer ? refuse(request, sight, order.id, error.answer) : reject('outcomeFirst');
  }
};

async function refuse(
  { db, session, now }: StaffRequest,
  { brand, agency }: Sight,
  orderId: OrderId,
  { why, from }: Refusal,
): Promise<Rejection<'notNow'>> {
  await db
    .insertInto('contact_refused')
    .values({
      id: newId(),
      brand,
      order_id: orderId,
      staff_id: session.staffId,
      agency_id: agency?.agencyId ?? null,
      why,
      at: now,
    })
    .execute();
  return reject('notNow', {
    values: { why: whyWords[why], from: from ? ` From ${from.toISOString()}.` : '' },
  });
}

/** The reason against a contact, in the words of the console. */
const whyWords: Readonly<Record<Refusal['why'], string>> = {
  dispute: 'a complaint about contact is open',
  hardship: 'a hardship is under review',
  arrangement: 'an arrangement is kept',
  promise: 'a promise runs',
  counsel: 'counsel represents the borrower',
  deceased: 'the borrower is said to be deceased',
  erasure: 'the borrower asked to be erased',
  wrongPerson: 'the number answers as somebody else',
  doNotCall: 'the borrower does not want to be called',
  lawHours: 'the law does not allow this hour',
  lawDay: 'the law does not allow this day',
  brandHours: 'it is outside the hours of the brand',
  brandDay: 'the brand does not contact on this day',
  dayCap: 'the attempts of the day are used up',
  weekCap: 'the attempts of the week are used up',
};

/** Days for which a hardship or a dispute that was told in a call stops further calls, until a person has looked. */
const reviewDays = 14;
const dayMs = 86_400_000;

/** Reports the outcome of the caller's call, with what follows from it. */
export const report: StaffHandler<typeof reportOutcome> = async (input, request) => {
  const { context, db, session, now } = request;
  const { contactId, outcome, note, promise } = input;
  const sight = await sightOf(request);
  const refusedNote = refusedFor(note);
  if (refusedNote) return refusedNote;
  if ((outcome === 'promise') !== (promise !== undefined))
    return reject('badPromise', { field: 'promise', values: { days: 14 } });
  return inTransaction(db, async (trx) => {
    const open = await trx
      .selectFrom('contact')
      .select(['id', 'borrower_id', 'order_id'])
      .where('id', '=', knownId(contactId))
      .where('staff_id', '=', session.staffId)
      .where('outcome', 'is', null)
      .forUpdate()
      .executeTakeFirst();
    if (!open || open.order_id === null) return reject('noOpenCall');
    const order = await lockOrder(trx, open.borrower_id, open.order_id);
    const { staffId } = session;
    if (promise) {
      const refused = await addPromise(trx, context.appContext, order, {
        amount: promise.amount,
        dueOn: localDate(promise.dueOn),
        contactId: open.id,
        staffId,
        brand: brandOfLoan(request, order),
        today: sight.today,
        now,
      });
      if (refused) return refused;
    }
    await trx
      .updateTable('contact')
      .set({ outcome, outcome_at: now, note: note.trim() === '' ? null : note })
      .where('borrower_id', '=', open.borrower_id)
      .where('id', '=', open.id)
      .execute();
    const stop = { borrower: open.borrower_id, staffId, now };
    const until = new Date(now.getTime() + reviewDays * dayMs);
    if (outcome === 'wrongPerson' || outcome === 'deceased') await addStop(trx, { ...stop, kind: outcome });
    if (outcome === 'hardship') await addStop(trx, { ...stop, kind: outcome, until });
    if (outcome === 'disputes') await addStop(trx, { ...stop, kind: 'dispute', until });
    return {};
  });
};

const ruleWords = {
  threat: 'no threats',
  insult: 'no insults',
  shame: 'no shaming',
  thirdParty: 'no third party, no workplace',
} as const;

/** The rejection of a note that breaks a rule of conduct. */
function refusedFor(note: string): Rejection<'forbiddenWords'> | undefined {
  const rule = brokenRule(note);
  return rule && reject('forbiddenWords', { field: 'note', values: { rule: ruleWords[rule] } });
}

export const stop: StaffHandler<typeof setStopCall> = async ({ orderId, kind, note }, request) => {
  const { db, session, now } = request;
  const refusedNote = refusedFor(note);
  if (refusedNote) return refusedNote;
  const order = await loadLateLoan(request, await sightOf(request), orderId);
  await inTransaction(db, (trx) =>
    addStop(trx, {
      borrower: order.borrower_id,
      kind,
      ...(kind === 'doNotCall' ? { channels: ['call', 'visit'] as const } : {}),
      ...(kind === 'hardship' ? { until: new Date(now.getTime() + reviewDays * dayMs) } : {}),
      staffId: session.staffId,
      note,
      now,
    }),
  );
  return {};
};

/** Ends a stop that a person or a call set. What ends by itself, or with its complaint, stays. */
export const unstop: StaffHandler<typeof endStop> = async ({ orderId, stopId, note }, request) => {
  const { db, session, now } = request;
  const refusedNote = refusedFor(note);
  if (refusedNote) return refusedNote;
  const order = await loadLateLoan(request, await sightOf(request), orderId);
  return inTransaction(db, async (trx) => {
    const { numUpdatedRows } = await trx
      .updateTable('contact_stop')
      .set({ ended_at: now, ended_by: session.staffId, end_note: note })
      .where('borrower_id', '=', order.borrower_id)
      .where('id', '=', knownId(stopId))
      .where('kind', 'in', [...endedByHand])
      .where('ended_at', 'is', null)
      .executeTakeFirst();
    return numUpdatedRows === 1n ? {} : reject('noSuchStop');
  });
};

/** Takes a loan that is nobody's. */
export const claim: StaffHandler<typeof claimLoan> = async ({ orderId }, request) => {
  const { db, session, now } = request;
  const sight = await sightOf(request);
  const order = await loadLateLoan(request, sight, orderId);
  if (sight.agency) return {};
  return inTransaction(db, async (trx) => {
    const locked = await lockOrder(trx, order.borrower_id, order.id);
    const held = await trx
      .selectFrom('collection_assignment')
      .select('staff_id')
      .where('order_id', '=', asId<'order'>(order.id))
      .where('ended_at', 'is', null)
      .executeTakeFirst();
    if (held && held.staff_id !== session.staffId) return reject('taken');
    if (!held) await assignLoan(trx, locked, { staffId: session.staffId }, { by: session.staffId, now });
    return {};
  });
};
