import type { AccountProfile } from '@hiram/contract/account';
import { sql } from 'kysely';
import type { BorrowerRequest } from '../../api/serve.ts';
import { dayIn } from '../../platform/clock/clock.ts';

/** Maximum number of lines on the page: the newest ones. */
const maxLines = 50;

type StaffReads = AccountProfile['staffReads'];

const roles = ['support', 'reviewer', 'officer', 'collector', 'cashier', 'controller'] as const;

/**
 * The borrower's data that the lender's people opened: by role and day, never by name. Several reads of one value by one
 * role on one day are one line.
 */
export async function staffReads({ db, brand, borrower, translate }: BorrowerRequest): Promise<StaffReads> {
  const { rows } = await sql<{ at: Date; field: string; role: string | null }>`
    select at, field, (
      select min(role) from staff_role where staff_role.staff_id = staff_read.staff_id and brand in (${brand.id}, '*')
    ) as role
    from staff_read where borrower_id = ${borrower.id} or borrower_ids @> array[${borrower.id}]::uuid[]
    order by at desc limit ${4 * maxLines}`.execute(db);
  const lines = rows.map(({ at, field, role }) => {
    const known = roles.find((one) => one === role);
    return {
      role: translate(known === undefined ? 'staffRole.other' : `staffRole.${known}`),
      openedOn: dayIn(brand.timeZone, at),
      dataName: nameOf(field, brand, translate),
    };
  });
  const seen = new Set<string>();
  return lines
    .filter((line) => {
      const key = Object.values(line).join();
      return !seen.has(key) && seen.add(key);
    })
    .slice(0, maxLines);
}

/** Names of data besides the fields of forms that the staff opens. */
const ownNames = new Map<string, `staffRead.${string}` & Parameters<BorrowerRequest['translate']>[0]>([
  ['phone', 'staffRead.phone'],
  ['orderPage', 'staffRead.orderPage'],
  ['loan', 'staffRead.orderPage'],
  ['account', 'staffRead.account'],
  ['agreement', 'staffRead.agreement'],
  ['holder', 'staffRead.account'],
  ['accountHolder', 'staffRead.account'],
  ['accountNumber', 'staffRead.account'],
  ['receipt', 'staffRead.receipt'],
  ['transfer', 'staffRead.transfer'],
  ['application', 'staffRead.application'],
  ['complaint', 'staffRead.complaint'],
  ['complaintPicture', 'staffRead.complaint'],
  ['sameSurname', 'staffRead.application'],
  ['card', 'staffRead.card'],
  ['document', 'staffRead.document'],
  ['identityDocument', 'staffRead.document'],
  ['everything', 'staffRead.everything'],
]);

/** The name of a field: of a form as the form calls it, or of our own. */
function nameOf(
  field: string,
  { forms }: BorrowerRequest['brand'],
  translate: BorrowerRequest['translate'],
): string {
  const [group = '', code = ''] = field.split('.');
  const form = Object.entries(forms).find(([name]) => name === group)?.[1];
  const item =
    form?.items.find((one) => one.code === code) ??
    Object.values(forms)
      .flatMap(({ items }) => items)
      .find((one) => one.code === field);
  if (item) return item.title;
  return translate(ownNames.get(field) ?? 'staffRead.other');
}
