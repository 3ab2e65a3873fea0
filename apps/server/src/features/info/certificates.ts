import { randomInt } from 'node:crypto';
import type { LocalDate } from '@hiram/loan';
import { localDate } from '@hiram/loan';
import type { Brand } from '../../brands/brand.ts';
import type { Order } from '../../lending/loans/order-store.ts';
import { markCode } from '../../platform/cells/marks.ts';
import { dayIn } from '../../platform/clock/clock.ts';
import type { Db } from '../../platform/database/connection/connect.ts';

/** A certificate of full payment. */
export interface Certificate {
  /** The cell's mark and 16 characters of Crockford's base 32. */
  readonly code: string;
  readonly settledOn: LocalDate;
  readonly issuedOn: LocalDate;
}

/** The alphabet of codes: without I, L, O and U, which people misread. */
const alphabet = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';

const newCode = () =>
  markCode(Array.from({ length: 16 }, () => alphabet[randomInt(alphabet.length)]).join(''));

/** The certificate of a settled order, issued at the first request. */
export async function issueCertificate(
  db: Db,
  order: Pick<Order, 'borrower_id' | 'id'> & { readonly settled_on: string },
  { timeZone }: Brand,
  now: Date,
): Promise<Certificate> {
  const key = { borrower_id: order.borrower_id, order_id: order.id, settled_on: localDate(order.settled_on) };
  await db
    .insertInto('certificate')
    .values({ ...key, code: newCode(), issued_at: now })
    .onConflict((conflict) => conflict.columns(['borrower_id', 'order_id', 'settled_on']).doNothing())
    .execute();
  const row = await db
    .selectFrom('certificate')
    .select(['code', 'issued_at'])
    .where('borrower_id', '=', key.borrower_id)
    .where('order_id', '=', key.order_id)
    .where('settled_on', '=', key.settled_on)
    .executeTakeFirstOrThrow();
  return {
    code: row.code,
    settledOn: key.settled_on,
    issuedOn: issuedOn(row.issued_at, key.settled_on, timeZone),
  };
}

/** The day of issue. The sandbox's business days run ahead of the clock: no certificate is older than the settlement. */
function issuedOn(issuedAt: Date, settledOn: LocalDate, timeZone: string): LocalDate {
  const day = dayIn(timeZone, issuedAt);
  return day < settledOn ? settledOn : day;
}

/** A certificate of a brand as anyone may check it: it names no person. */
export interface CheckedCertificate extends Certificate {
  /** False: what settled the loan was taken back since. It runs again, or was settled again on another day. */
  readonly isValid: boolean;
}

/** The certificate with the code as a person types it, or undefined. O, I and L are read as the digits that they look like. */
export async function checkCertificate(
  db: Db,
  { id, timeZone }: Brand,
  typed: string,
): Promise<CheckedCertificate | undefined> {
  const code = typed.toUpperCase().replace(/[\s-]/g, '').replace(/O/g, '0').replace(/[IL]/g, '1');
  if (!/^(?:[0-9A-HJKMNP-TV-Z]{2})?[0-9A-HJKMNP-TV-Z]{16}$/.test(code)) return undefined;
  const row = await db
    .selectFrom('certificate')
    .innerJoin('borrower', 'borrower.id', 'certificate.borrower_id')
    .innerJoin('loan_order', (join) =>
      join
        .onRef('loan_order.borrower_id', '=', 'certificate.borrower_id')
        .onRef('loan_order.id', '=', 'certificate.order_id'),
    )
    .select(['code', 'certificate.settled_on', 'issued_at', 'loan_order.status'])
    .select('loan_order.settled_on as now_settled_on')
    .where('code', '=', code)
    .where('borrower.brand', '=', id)
    .executeTakeFirst();
  if (!row) return undefined;
  return {
    code: row.code,
    settledOn: localDate(row.settled_on),
    issuedOn: issuedOn(row.issued_at, localDate(row.settled_on), timeZone),
    isValid: row.status === 'settled' && row.now_settled_on === row.settled_on,
  };
}
