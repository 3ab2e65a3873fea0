import type { Right } from '@hiram/contract/console/rights';
import type { BorrowerId } from '@hiram/contract/ids';
import { sql } from 'kysely';
import { namesOfAll } from '../../../lending/borrowers/masked.ts';
import { newId } from '../../../platform/ids.ts';
import { hasRight } from '../rights.ts';
import type { StaffRequest } from '../serve-staff.ts';

/** The subjects on which a borrower's name is shown. A case is a complaint, an erasure or an entry of the trail. */
export type NamePlace = 'case' | 'lateLoan' | 'loan';

/** The rights of which one is enough to see names in a place. */
const rightsOfPlace: Readonly<Record<NamePlace, readonly Right[]>> = {
  case: ['borrower.listNames', 'borrower.nameInCases'],
  lateLoan: ['borrower.listNames', 'borrower.nameOfLateLoan'],
  loan: ['borrower.listNames'],
};

/** A borrower whose name is shown, in their own brand. */
export interface Named {
  readonly borrowerId: BorrowerId;
  readonly brand: string;
  readonly place: NamePlace;
}

/** Reports whether the caller's roles see the name. */
function maySeeName({ rights }: Pick<StaffRequest, 'rights'>, { brand, place }: Named): boolean {
  return rightsOfPlace[place].some((right) => hasRight(rights, right, brand));
}

/** The field of a row or a page with a name; none without. */
export const named = (name: string | undefined): { readonly name?: string } =>
  name === undefined ? {} : { name };

/**
 * Reads the full names of borrowers on a page of a list, as far as the caller may see them, and records one reading for the page:
 * which list, and whose names; within an hour only of those who were not on it before. Returns the name of each row.
 */
export async function namesInList(
  request: StaffRequest,
  list: string,
  rows: readonly Named[],
): Promise<(named: Named) => string | undefined> {
  const ids = [
    ...new Set(rows.filter((row) => maySeeName(request, row)).map(({ borrowerId }) => borrowerId)),
  ];
  const { context, db, session, now } = request;
  const names = await namesOfAll(context.appContext, db, ids);
  const shown = [...names.keys()];
  const nameOf = (named: Named) => (maySeeName(request, named) ? names.get(named.borrowerId) : undefined);
  if (shown.length === 0) return nameOf;
  const { rows: recorded } = await sql<{ id: BorrowerId }>`
    select unnest(borrower_ids) as id from staff_read where staff_id = ${session.staffId} and subject = 'list'
      and subject_id = ${list} and at > ${new Date(now.getTime() - 3_600_000)}`.execute(db);
  const before = new Set(recorded.map(({ id }) => id));
  const fresh = shown.filter((id) => !before.has(id));
  if (fresh.length > 0)
    await sql`
      insert into staff_read (id, staff_id, subject, subject_id, field, encrypted, reason, at, borrower_ids)
      values (${newId()}, ${session.staffId}, 'list', ${list}, 'fullName', false, ${`list: ${fresh.length} names`}, ${now},
        ${fresh}::uuid[])`.execute(db);
  return nameOf;
}

/**
 * The full name of a borrower on a page of their own, whose reading the page records. Undefined: the caller may not see it, or
 * the borrower gave none yet.
 */
export async function nameOnPage(request: StaffRequest, named: Named): Promise<string | undefined> {
  if (!maySeeName(request, named)) return undefined;
  const { context, db } = request;
  return (await namesOfAll(context.appContext, db, [named.borrowerId])).get(named.borrowerId);
}
