import type { showLateLoan } from '@hiram/contract/console/collections';
import type { OpenMatters } from '@hiram/contract/console/open-matters';
import { addDays, formatCents, inForce, position } from '@hiram/loan';
import { brandIn } from '../../brands/brand.ts';
import { borrowerById } from '../../lending/borrowers/borrower-store.ts';
import { localeOf } from '../../lending/borrowers/locale.ts';
import { computedLoans, shownPromise } from '../../lending/collections/late-figures.ts';
import { openMatters } from '../../lending/complaints/open-matters.ts';
import { attemptsOf } from '../../lending/contact/may-contact.ts';
import { endedByHand } from '../../lending/contact/stops.ts';
import { engineEvents, loadEvents, type Order } from '../../lending/loans/order-store.ts';
import { payoffOn } from '../../lending/loans/payoff-on.ts';
import { recordRead } from '../access/personal-data/record-read.ts';
import type { StaffHandler, StaffRequest } from '../access/serve-staff.ts';
import { readerOf } from '../lists/reader-of.ts';
import { openCall } from './calls.ts';
import { brandOfLoan, loadLateLoan, type Sight, shownLoans, sightOf } from './late-loans.ts';

const maxRows = 30;
/** Days for which the saving of a payment today is shown. */
const savingDays = 7;

/** One late loan for a call. That it was opened is recorded, and there is no number in it. */
export const show: StaffHandler<typeof showLateLoan> = async ({ orderId }, request) => {
  const { db, session } = request;
  const sight = await sightOf(request);
  const order = await loadLateLoan(request, sight, orderId);
  await recordRead(request, {
    borrowerId: order.borrower_id,
    subject: 'loan_order',
    subjectId: order.id,
    field: 'loan',
    reason: 'late loan opened',
  });
  const [computed] = await computedLoans(db, [order], sight.today);
  if (!computed) throw new Error('a loan that was read is computed');
  const [row] = await shownLoans(request, sight, [computed]);
  if (!row) throw new Error('a loan that was computed is shown');
  const events = engineEvents(await loadEvents(db, order));
  const { current } = computed;
  const later = position(order.terms, events, addDays(sight.today, savingDays));
  const open = await openCall(db, session.staffId);
  const brand = brandOfLoan(request, order);
  const { time_zone } = await borrowerById(db, order.borrower_id);
  return {
    ...row,
    brand: order.brand,
    today: sight.today,
    ...(current.dueDate === undefined ? {} : { dueDate: current.dueDate }),
    perDay: current.perDay,
    saves: Math.max(0, later.lateOwed + later.penaltyOwed - current.lateOwed - current.penaltyOwed),
    ...payoffOn(order.terms, events, sight.today),
    instalments: [...current.instalments],
    payments: inForce(events)
      .flatMap((event) => (event.kind === 'paid' ? [{ on: event.valueDate, amount: event.amount }] : []))
      .reverse()
      .slice(0, maxRows),
    ...(await contactsOf(request, order, brand.contact.caps.collection)),
    promises: await promisesOf(request, order),
    stops: await stopsOf(request, order),
    matters: withoutDetails(
      sight,
      await openMatters(db, {
        borrowerId: order.borrower_id,
        orderId: order.id,
        ...readerOf(request, order.brand),
      }),
    ),
    hours: { from: brand.contact.from, until: brand.contact.until, zone: time_zone ?? brand.timeZone },
    ...(await scriptOf(request, order, { due: current.due, daysLate: current.daysLate })),
    ...(current.arrangement ? { arrangement: current.arrangement.state } : {}),
    ...(open?.order_id === order.id ? { openContactId: open.id } : {}),
  };
};

/** An agency reads that something is open, not what: a complaint may be about its own people. */
function withoutDetails({ agency }: Sight, matters: OpenMatters): OpenMatters {
  if (!agency) return matters;
  const { complaints, waiting, requests } = matters;
  return {
    requests: requests.map((request) => ({ ...request, by: '' })),
    reviews: [],
    holds: [],
    hits: [],
    complaints: complaints.map((complaint) => ({ ...complaint, reference: '', type: '' })),
    waiting: waiting.map((money) => ({ ...money, reference: '' })),
  };
}

async function contactsOf(
  { db, now }: StaffRequest,
  order: Order,
  caps: { readonly day: number; readonly week: number },
) {
  const rows = await db
    .selectFrom('contact')
    .leftJoin('staff', 'staff.id', 'contact.staff_id')
    .leftJoin('agency', 'agency.id', 'contact.agency_id')
    .select(['started_at', 'channel', 'outcome', 'note', 'staff.name', 'agency.name as agency'])
    .where('contact.borrower_id', '=', order.borrower_id)
    .orderBy('started_at', 'desc')
    .limit(maxRows)
    .execute();
  return {
    contacts: rows.map((row) => ({
      at: row.started_at.toISOString(),
      channel: row.channel,
      by: row.agency ?? row.name ?? 'system',
      ...(row.outcome === null ? {} : { outcome: row.outcome }),
      note: row.note ?? '',
    })),
    attempts: { ...(await attemptsOf(db, order.borrower_id, now)), mostToday: caps.day, mostWeek: caps.week },
  };
}

async function promisesOf({ db }: StaffRequest, order: Order) {
  const rows = await db
    .selectFrom('payment_promise')
    .selectAll()
    .where('borrower_id', '=', order.borrower_id)
    .where('order_id', '=', order.id)
    .orderBy('due_on', 'desc')
    .limit(maxRows)
    .execute();
  return rows.map(shownPromise);
}

async function stopsOf({ db, now }: StaffRequest, order: Order) {
  const rows = await db
    .selectFrom('contact_stopped')
    .select(['kind', 'since', 'until', 'id'])
    .where('borrower_id', '=', order.borrower_id)
    .where((eb) => eb.or([eb('until', 'is', null), eb('until', '>', now)]))
    .execute();
  return rows.map(({ kind, since, until, id }) => ({
    kind,
    since: since.toISOString(),
    ...(until === null ? {} : { until: until.toISOString() }),
    ...(id !== null && endedByHand.includes(kind) ? { stopId: id } : {}),
  }));
}

/** The words for the call, in the borrower's language. */
async function scriptOf(
  { context, db }: StaffRequest,
  order: Order,
  { due, daysLate }: { readonly due: number; readonly daysLate: number },
) {
  const { brand, lang, translate } = await localeOf(db, context.appContext, order.borrower_id);
  const stage = daysLate <= 15 ? 'early' : daysLate <= 60 ? 'middle' : 'long';
  const values = {
    name: brandIn(brand, lang).names.english,
    amount: formatCents(due, brand.money),
    days: daysLate,
  };
  return {
    language: lang,
    script: [
      translate('collections.greeting', values),
      translate('collections.identify', values),
      translate(`collections.${stage}`, values),
    ],
  };
}
