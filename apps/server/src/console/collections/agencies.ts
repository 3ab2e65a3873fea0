import type {
  assignLoans,
  listAgencies as listAgenciesCall,
  recallAgency,
} from '@hiram/contract/console/collections';
import type { AgencyId, StaffId } from '@hiram/contract/ids';
import { addDays, localDate } from '@hiram/loan';
import { formatDate, formatPercent } from '@hiram/loan/format';
import { sql } from 'kysely';
import { assignLoan, endAssignment, type NewOwner } from '../../lending/collections/assignments.ts';
import { lockOrder } from '../../lending/loans/order-store.ts';
import { notify } from '../../lending/notices/notify.ts';
import { type Db, inTransaction } from '../../platform/database/connection/connect.ts';
import { isRejection, type Rejection, reject } from '../../platform/errors/rejection.ts';
import { knownId, newId } from '../../platform/ids.ts';
import type { StaffHandler, StaffRequest } from '../access/serve-staff.ts';
import type { Action, ActionScope } from '../actions/action.ts';
import { oneBrandOf } from '../actions/scope.ts';
import { loadLateLoan, type Sight, sightOf } from './late-loans.ts';

interface AgencyRequest {
  readonly name: string;
  readonly commissionPpm: number;
  readonly fromDay: string;
  readonly untilDay: string;
  readonly staffIds: readonly StaffId[];
}

/** The longest time for which an agency is added, in days. */
const maxDays = 366;

/** Adds an agency with its people. Two persons decide it. */
export const addAgency: Action<AgencyRequest, 'badAgency' | 'noSuchCollector'> = {
  name: 'collections.addAgency',
  right: 'collections.assign',
  approvalRight: 'collections.approveRequest',
  async lock() {},
  async preview(scope, request) {
    const people = await peopleOf(scope, request);
    if (isRejection(people)) return people;
    const line = (label: string, after: string) => ({ label, before: '', after, format: 'text' as const });
    return {
      subject: 'agency',
      subjectId: request.name,
      amount: undefined,
      needsTwo: true,
      lines: [
        line('Agency', request.name),
        line('Commission', formatPercent(request.commissionPpm, 'en')),
        line('From', formatDate(localDate(request.fromDay), 'en')),
        line('Until', formatDate(localDate(request.untilDay), 'en')),
        line('People', people.join(', ')),
      ],
      notes: ['Its people see the loans that are assigned to it, and nothing else. They export nothing.'],
    };
  },
  async perform(scope, request, { approvalId }) {
    const id: AgencyId = newId();
    await scope.db
      .insertInto('agency')
      .values({
        id,
        brand: oneBrandOf(scope),
        name: request.name.trim(),
        commission_ppm: request.commissionPpm,
        from_day: request.fromDay,
        until_day: request.untilDay,
        approval_id: approvalId,
        created_at: scope.now,
      })
      .execute();
    await scope.db
      .insertInto('agency_person')
      .values(request.staffIds.map((staffId) => ({ agency_id: id, staff_id: staffId, added_at: scope.now })))
      .execute();
  },
};

/** The names of an agency's people: each has the agencies' role in the brand, and works for no other. */
async function peopleOf(
  scope: ActionScope,
  { name, fromDay, untilDay, staffIds }: AgencyRequest,
): Promise<readonly string[] | Rejection<'badAgency' | 'noSuchCollector'>> {
  const brand = oneBrandOf(scope);
  const isOver = untilDay < fromDay || untilDay < scope.today;
  if (name.trim() === '' || isOver || untilDay > addDays(localDate(fromDay), maxDays))
    return reject('badAgency');
  const existing = await scope.db
    .selectFrom('agency')
    .select('id')
    .where('brand', '=', brand)
    .where('name', '=', name.trim())
    .where('ended_at', 'is', null)
    .executeTakeFirst();
  if (existing) return reject('badAgency');
  const free = await freePeople(scope.db, brand);
  const chosen = staffIds.flatMap((id) => free.filter(({ staffId }) => staffId === id));
  return chosen.length === new Set(staffIds).size
    ? chosen.map((person) => person.name)
    : reject('noSuchCollector');
}

/** People with a role in a brand. */
export const peopleWith = (db: Db, brand: string, role: 'agency' | 'collector') =>
  db
    .selectFrom('staff_role')
    .innerJoin('staff', 'staff.id', 'staff_role.staff_id')
    .select(['staff.id as staffId', 'staff.name'])
    .distinct()
    .where('role', '=', role)
    .where('staff_role.brand', 'in', [brand, '*'])
    .where('staff.ended_at', 'is', null)
    .orderBy('staff.name');

/** People with the agencies' role in a brand who work for no agency. */
const freePeople = (db: Db, brand: string) =>
  peopleWith(db, brand, 'agency')
    .where(
      sql<boolean>`not exists (select from agency_person where agency_person.staff_id = staff.id and ended_at is null)`,
    )
    .execute();

export const listAgencies: StaffHandler<typeof listAgenciesCall> = async (_input, request) => {
  const { db } = request;
  const { brand, today } = await sightOf(request);
  const rows = await db
    .selectFrom('agency')
    .selectAll()
    .select([
      sql<number>`(select count(*)::integer from collection_assignment
        where collection_assignment.agency_id = agency.id and ended_at is null)`.as('loans'),
      sql<
        number | null
      >`(select case when count(figure.order_id) = count(*) then coalesce(sum(due), 0)::float8 end
        from collection_assignment given left join late_figure figure on figure.borrower_id = given.borrower_id and figure.order_id = given.order_id
        where given.agency_id = agency.id and given.ended_at is null)`.as('due'),
      sql<string[]>`array(select staff.name from agency_person join staff on staff.id = staff_id
        where agency_id = agency.id and agency_person.ended_at is null order by 1)`.as('people'),
    ])
    .where('brand', '=', brand)
    .orderBy('created_at', 'desc')
    .execute();
  return {
    agencies: rows.map((row) => ({
      agencyId: row.id,
      name: row.name,
      commissionPpm: row.commission_ppm,
      fromDay: row.from_day,
      untilDay: row.until_day,
      isActive: row.ended_at === null && row.from_day <= today && row.until_day >= today,
      people: row.people,
      loans: row.loans,
      ...(row.due === null ? {} : { due: row.due }),
    })),
    people: await freePeople(db, brand),
  };
};

/** Gives loans to a person, an agency or nobody. An agency's are told to their borrowers before it can call. */
export const assign: StaffHandler<typeof assignLoans> = async ({ orderIds, staffId, agencyId }, request) => {
  const sight = await sightOf(request);
  const owner = await newOwner(request, sight, { staffId, agencyId });
  if (owner && 'rejected' in owner) return owner;
  let assigned = 0;
  for (const orderId of new Set(orderIds)) {
    const found = await loadLateLoan(request, sight, orderId);
    await inTransaction(request.db, async (trx) => {
      const order = await lockOrder(trx, found.borrower_id, found.id);
      if (!owner) return endAssignment(trx, order.id, request.now);
      await assignLoan(trx, order, owner.owner, { by: request.session.staffId, now: request.now });
      if (owner.agency === undefined) return;
      await notify(trx, request.context.appContext, order, {
        kind: 'agencyAssigned',
        event: `agency ${agencyId}`,
        values: { agency: owner.agency },
      });
    });
    assigned += 1;
  }
  return { assigned };
};

async function newOwner(
  { db }: StaffRequest,
  { brand, today }: Sight,
  { staffId, agencyId }: { readonly staffId?: StaffId | undefined; readonly agencyId?: AgencyId | undefined },
): Promise<
  | { readonly owner: NewOwner; readonly agency?: string }
  | Rejection<'noSuchAgency' | 'noSuchCollector'>
  | undefined
> {
  if (agencyId !== undefined) {
    const agency = await activeAgency(db, brand, agencyId);
    if (!agency || agency.until_day < today || agency.from_day > today) return reject('noSuchAgency');
    return { owner: { agencyId: agency.id }, agency: agency.name };
  }
  if (staffId === undefined) return undefined;
  const person = await peopleWith(db, brand, 'collector')
    .where('staff.id', '=', knownId(staffId))
    .executeTakeFirst();
  return person ? { owner: { staffId: person.staffId } } : reject('noSuchCollector');
}

const activeAgency = (db: Db, brand: string, agencyId: AgencyId) =>
  db
    .selectFrom('agency')
    .select(['id', 'name', 'from_day', 'until_day'])
    .where('id', '=', knownId(agencyId))
    .where('brand', '=', brand)
    .where('ended_at', 'is', null)
    .executeTakeFirst();

/** Ends an agency, its people and its assignments at once. */
export const recall: StaffHandler<typeof recallAgency> = async ({ agencyId }, request) => {
  const { db, now } = request;
  const { brand } = await sightOf(request);
  const agency = await activeAgency(db, brand, agencyId);
  if (!agency) return reject('noSuchAgency');
  return inTransaction(db, async (trx) => {
    const ended = await trx
      .updateTable('collection_assignment')
      .set({ ended_at: now })
      .where('agency_id', '=', agency.id)
      .where('ended_at', 'is', null)
      .executeTakeFirst();
    await trx
      .updateTable('agency_person')
      .set({ ended_at: now })
      .where('agency_id', '=', agency.id)
      .execute();
    await trx.updateTable('agency').set({ ended_at: now }).where('id', '=', agency.id).execute();
    return { recalled: Number(ended.numUpdatedRows) };
  });
};
