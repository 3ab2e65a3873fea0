import type { FindKind, FindWay } from '@hiram/contract/console/find';
import type { BorrowerId, OrderId } from '@hiram/contract/ids';
import { type RawBuilder, sql } from 'kysely';

/** Rows of one kind that are shown; one more is read, so that the answer can say that there are more. */
export const maxPerKind = 6;

/** A row that a lookup found. */
export interface FoundRow {
  readonly kind: FindKind;
  readonly id: string;
  readonly brand: string;
  readonly title: string;
  readonly borrower_id: BorrowerId | null;
  readonly order_id: OrderId | null;
  readonly state: string | null;
  readonly amount: number | null;
  /** ISO 8601 date. */
  readonly on_day: string | null;
  readonly detail: string | null;
}

/** `brands`: where the caller has the kind's right. `values`: what the typed text may be. */
type Lookup = (values: readonly string[], brands: readonly string[]) => RawBuilder<FoundRow>;

const list = (values: readonly string[]) => sql`(${sql.join(values)})`;
const limited = sql`limit ${sql.lit(maxPerKind + 1)}`;

function borrowers(matches: RawBuilder<unknown>, brands: readonly string[]): RawBuilder<FoundRow> {
  return sql`select 'borrower' as kind, b.id::text as id, b.brand, right(b.phone, 4) as title, b.id as borrower_id,
    null::uuid as order_id,
    (select o.status::text from loan_order o where o.borrower_id = b.id order by o.applied_at desc limit 1) as state,
    null::bigint as amount, null::date as on_day, null::text as detail
    from borrower b
    where ${matches} and b.erased_at is null and b.brand in ${list(brands)} order by b.id desc ${limited}`;
}

function orders(matches: RawBuilder<unknown>, brands: readonly string[]): RawBuilder<FoundRow> {
  return sql`select 'order', o.id::text, o.brand, o.id::text, o.borrower_id, o.id, o.status::text, o.amount,
    case when o.status = 'settled' then o.settled_on when o.status = 'applied' then o.applied_on else o.next_due_on end,
    (select name from product p where p.id = o.product_id)
    from loan_order o where ${matches} and o.brand in ${list(brands)} ${limited}`;
}

function payCodes(matches: RawBuilder<unknown>, brands: readonly string[]): RawBuilder<FoundRow> {
  return sql`select 'payCode', c.id::text, o.brand, coalesce(c.pay_code, c.provider_reference, ''), c.borrower_id, c.order_id,
    c.state, c.amount, c.issued_on, c.channel
    from payment_code c join loan_order o on o.borrower_id = c.borrower_id and o.id = c.order_id
    where ${matches} and o.brand in ${list(brands)} order by c.id desc ${limited}`;
}

function payments(matches: RawBuilder<unknown>, brands: readonly string[]): RawBuilder<FoundRow> {
  return sql`select 'payment', p.id::text, o.brand, p.provider_payment_id, p.borrower_id, p.order_id, p.state, p.amount,
    p.paid_on, p.provider
    from payment p join loan_order o on o.borrower_id = p.borrower_id and o.id = p.order_id
    where ${matches} and o.brand in ${list(brands)} ${limited}`;
}

function payouts(matches: RawBuilder<unknown>, brands: readonly string[]): RawBuilder<FoundRow> {
  return sql`select 'payout', p.id::text, o.brand, coalesce(p.provider_reference, p.id::text), p.borrower_id, p.order_id,
    p.state, p.amount, coalesce(p.settled_on, p.sent_on), p.provider
    from payout p join loan_order o on o.borrower_id = p.borrower_id and o.id = p.order_id
    where ${matches} and o.brand in ${list(brands)} ${limited}`;
}

/** Wildcards in a typed text are letters like others. */
const literal = (text: string) => text.replace(/[\\%_]/g, '\\$&');

function staff(matches: RawBuilder<unknown>, brands: readonly string[]): RawBuilder<FoundRow> {
  return sql`select 'staff', s.id::text, '', s.name, null::uuid, null::uuid,
    case when s.ended_at is null then 'active' else 'ended' end, null::bigint, null::date, s.email
    from staff s
    where ${matches} and exists (
      select from staff_role r where r.staff_id = s.id and r.brand in ${list([...brands, '*'])}
    ) order by s.ended_at is not null, s.name, s.id ${limited}`;
}

/** Each kind's lookup by each way. Every one of them is answered by an index, except the few rows of `staff`. */
export const lookups: Readonly<Record<FindKind, Partial<Record<FindWay, Lookup>>>> = {
  order: {
    id: ([id], brands) => orders(sql`o.id = ${id}::uuid`, brands),
    shortReference: ([end], brands) => orders(sql`right(o.id::text, 8) = ${end}`, brands),
  },
  borrower: {
    number: (numbers, brands) => borrowers(sql`b.phone in ${list(numbers)}`, brands),
    lastFour: ([digits], brands) => borrowers(sql`right(b.phone, 4) = ${digits}`, brands),
    id: ([id], brands) => borrowers(sql`b.id = ${id}::uuid`, brands),
  },
  complaint: {
    reference: ([reference], brands) =>
      sql`select 'complaint', c.id::text, b.brand, c.reference, c.borrower_id, c.order_id,
        case when c.answered_at is null then 'open' else 'answered' end, null::bigint,
        coalesce(c.answered_on, c.promised_by), null::text
        from complaint c join borrower b on b.id = c.borrower_id
        where c.reference = ${reference} and b.brand in ${list(brands)}`,
  },
  payCode: {
    payCode: (codes, brands) => payCodes(sql`c.pay_code in ${list(codes)}`, brands),
    providerId: ([id], brands) => payCodes(sql`c.provider_reference = ${id}`, brands),
    id: ([id], brands) => payCodes(sql`c.id = ${id}::uuid`, brands),
  },
  payment: {
    providerId: ([id], brands) => payments(sql`p.provider_payment_id = ${id}`, brands),
    shortReference: ([end], brands) => payments(sql`right(p.id::text, 8) = ${end}`, brands),
    id: ([id], brands) => payments(sql`p.id = ${id}::uuid`, brands),
  },
  transfer: {
    utr: ([reference], brands) =>
      sql`select 'transfer', u.id::text, u.brand, u.utr, u.borrower_id, u.order_id, u.state, u.amount,
        u.sent_on, u.channel
        from utr_submission u
        where u.utr = ${reference} and u.brand in ${list(brands)} ${limited}`,
  },
  payout: {
    providerId: ([id], brands) => payouts(sql`p.provider_reference = ${id}`, brands),
    shortReference: ([end], brands) => payouts(sql`right(p.id::text, 8) = ${end}`, brands),
    id: ([id], brands) => payouts(sql`p.id = ${id}::uuid`, brands),
  },
  message: {
    providerId: ([id]) =>
      sql`select 'message', m.provider || '/' || m.message_id, '', m.message_id, null::uuid, null::uuid,
        case when m.settled_at is null then m.outcome else 'settled' end, null::bigint, m.received_at::date, m.provider
        from provider_message m where m.message_id = ${id} ${limited}`,
  },
  staff: {
    name: ([text = ''], brands) =>
      staff(sql`(s.name ilike ${`%${literal(text)}%`} or s.email ilike ${`${literal(text)}%`})`, brands),
    id: ([id], brands) => staff(sql`s.id = ${id}::uuid`, brands),
  },
};
