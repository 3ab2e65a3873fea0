import { createHash } from 'node:crypto';
import type pg from 'pg';

/** Borrowers that the server created, whose rows are multiplied. A copy has the first one's person and the orders of all. */
export interface Template {
  readonly name: string;
  readonly borrowerIds: readonly string[];
  /** The number of orders of a copy. */
  readonly orders: number;
}

/** The same id as `clone_id` in the database returns. */
export function cloneId(old: string, n: number): string {
  const digest = createHash('md5').update(`${old}:${n}`).digest('hex');
  const hex = `${(firstMs + n * 100).toString(16).padStart(12, '0')}7${digest.slice(13, 16)}8${digest.slice(17, 32)}`;
  return [hex.slice(0, 8), hex.slice(8, 12), hex.slice(12, 16), hex.slice(16, 20), hex.slice(20)].join('-');
}

/** The session id of a copy's person. */
export const cloneSession = ({ name }: Template, n: number) => `size-${name}-${n}`;

const firstMs = 1_700_000_000_000;

/** Tables of which a copy gets only the first borrower's rows, because they belong to a person. */
const once = new Set([
  'borrower',
  'session',
  'borrower_profile',
  'profile_history',
  'device',
  'consent',
  'reference_contact',
  'saved_loan',
  'sandbox_borrower',
]);
/** Tables that are not copied: those that triggers write, and those that do not belong to a borrower. */
const notCopied = new Set(['audit_entry', 'audit_checkpoint', 'ticket', 'partner_answer']);
const batch = 2_000;
/** The number of days over which the payments of a book are spread. */
const bookDays = 700;
const spreadDays = new Set(['paid_on', 'posted_on', 'sent_on', 'settled_on']);
const spreadMoments = new Set(['sent_at', 'settled_at']);
/** Agreements are by far the widest rows. Each is cut to this many characters, which the results say. */
export const maxAgreementLength = 600;

/** Computes an id from a template's id and the number of the copy. Like real ids, they sort by time. */
const helpers = `
create or replace function clone_id(p_old uuid, p_n bigint) returns uuid language sql immutable as $$
  select (lpad(to_hex(${firstMs} + p_n * 100), 12, '0') || '7' || substr(md5(p_old::text || ':' || p_n), 14, 3)
    || '8' || substr(md5(p_old::text || ':' || p_n), 18, 15))::uuid
$$`;

interface Column {
  readonly table: string;
  readonly column: string;
  readonly type: string;
  readonly unique: boolean;
}

/** Tables whose days and times say when a loan began and what happened to it since. */
const dated = new Set(['loan_order', 'loan_event', 'journal']);

function expression(
  { table, column, type, unique }: Column,
  template: Template,
  beganWithin?: number,
): string {
  const [person = ''] = template.borrowerIds;
  if (beganWithin !== undefined && dated.has(table)) {
    const days = `(1 + n % ${beganWithin})::int`;
    if (type === 'date') return `t.${column} - ${days}`;
    if (type === 'timestamptz') return `t.${column} - ${days} * interval '1 day'`;
  }
  if ((table === 'borrower' && column === 'id') || column === 'borrower_id')
    return `clone_id('${person}', n)`;
  if (column === 'product_id' || column === 'invited_by') return `t.${column}`;
  if (type === 'uuid') return `clone_id(t.${column}, n)`;
  if (table === 'task' && column === 'subject_id') return 'clone_id(t.subject_id::uuid, n)::text';
  if (table === 'session' && column === 'token_hash')
    return `sha256(convert_to('size-${template.name}-' || n, 'UTF8'))`;
  if (table === 'borrower' && column === 'phone')
    return `'+86${template.name.length}' || n || substr(md5('${person}'), 1, 6)`;
  // Nobody shares a document, an account or a device.
  if (table === 'identity_mark' && column === 'digest')
    return `sha256(t.digest || convert_to(n::text, 'UTF8'))`;
  if (table === 'utr_submission' && column === 'utr') return `'S${template.name}' || lpad(n::text, 9, '0')`;
  if (table === 'agreement' && column === 'html') return `left(t.html, ${maxAgreementLength})`;
  if (column === 'next_status_check_on') return `t.next_status_check_on + (n % 30)::int`;
  // Spread the payments over days: the daily comparison with the provider reads the payments of one day.
  if (spreadDays.has(column)) return `t.${column} - (n % ${bookDays})::int`;
  if (table === 'payout' && spreadMoments.has(column))
    return `t.${column} - (n % ${bookDays}) * interval '1 day'`;
  if (table === 'bank_account' && column === 'state')
    return `case when t.borrower_id = '${person}' then t.state else 'replaced' end`;
  if (
    unique &&
    type === 'text' &&
    column !== 'provider' &&
    column !== 'brand' &&
    column !== 'state' &&
    column !== 'kind'
  )
    return `t.${column} || '-' || n`;
  return `t.${column}`;
}

/**
 * Inserts `copies` copies of a template, numbered from `from`, into every table that names a borrower, or into those of `tables`.
 * `beganWithin`: each copy's loan began up to so many days before the template's.
 */
export async function multiply(
  owner: pg.Client,
  template: Template,
  {
    from,
    copies,
    tables: wanted,
    beganWithin,
  }: {
    readonly from: number;
    readonly copies: number;
    readonly tables?: readonly string[];
    readonly beganWithin?: number;
  },
  say: (line: string) => void,
): Promise<void> {
  await owner.query(helpers);
  const { rows } = await owner.query<Column>(`
    select c.relname as "table", a.attname::text as "column", t.typname::text as type,
      exists (select from pg_index i where i.indrelid = c.oid and i.indisunique and a.attnum = any(i.indkey)
        and not exists (select from pg_attribute u where u.attrelid = c.oid and u.attnum = any(i.indkey) and u.atttypid = 'uuid'::regtype)
      ) as "unique"
    from pg_class c join pg_namespace s on s.oid = c.relnamespace
      join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped and a.attgenerated = '' and a.attidentity = ''
      join pg_type t on t.oid = a.atttypid
    where s.nspname = 'public' and c.relkind = 'r' and not c.relispartition
      and (c.relname = 'borrower' or c.relname = 'journal_line'
        or exists (select from pg_attribute b where b.attrelid = c.oid and b.attname = 'borrower_id' and not b.attisdropped))
    order by c.relname, a.attnum`);
  const tables = [...new Set(rows.map((row) => row.table))].filter(
    (table) => !notCopied.has(table) && (wanted?.includes(table) ?? true),
  );
  await owner.query('set session_replication_role = replica');
  for (let at = from; at < from + copies; at += batch) {
    const until = Math.min(at + batch, from + copies) - 1;
    await owner.query('begin');
    for (const table of tables) {
      const columns = rows.filter((row) => row.table === table);
      const list = once.has(table) ? template.borrowerIds.slice(0, 1) : template.borrowerIds;
      await owner.query(
        `insert into ${table} (${columns.map(({ column }) => `"${column}"`).join(', ')})
         select ${columns.map((column) => expression(column, template, beganWithin)).join(', ')}
         from ${table} t, generate_series(${at}, ${until}) n where t.${table === 'borrower' ? 'id' : 'borrower_id'} = any($1)`,
        [list],
      );
    }
    await owner.query('commit');
    if ((at - from) % 20_000 === 0) say(`${template.name}: ${at - from} of ${copies}`);
  }
  await owner.query('set session_replication_role = origin');
}

/** Inserts visitors' events of the last sixty days, each day in its partition. */
export async function fillEvents(
  owner: pg.Client,
  events: number,
  say: (line: string) => void,
): Promise<void> {
  const days = 60;
  for (let day = 0; day < days; day += 1) {
    await owner.query(`select ensure_tracking_partition(current_date - ${day})`);
    await owner.query(
      `insert into tracking_event (id, day, brand, kind, module_id, position_id, at)
       select clone_id('00000000-0000-0000-0000-000000000000', ${day}::bigint * 10000000 + n), current_date - ${day}, 'spec',
         'visit', n % 20, n % 7, now() - interval '${day} days'
       from generate_series(1, ${Math.ceil(events / days)}) n`,
    );
    if (day % 10 === 0) say(`events: day ${day} of ${days}`);
  }
}

/** Inserts one-time codes and text messages of the last ninety days, and a checkpointed audit trail of two years. */
export async function fillTrails(
  owner: pg.Client,
  orders: number,
  say: (line: string) => void,
): Promise<void> {
  const number = `'+8613' || lpad((n % 900000000)::text, 9, '0')`;
  const lately = `now() - interval '1 day' - (n % 7776000) * interval '1 second'`;
  await owner.query(
    `insert into one_time_code (id, brand, phone, purpose, device_id, address, code_hash, tries, created_at, expires_at, used_at)
     select gen_random_uuid(), 'spec', ${number}, 'login', 'phone-' || n, '10.0.' || n % 250 || '.' || n / 250% 250,
       decode(md5(n::text), 'hex'), 1, ${lately}, ${lately} + interval '5 minutes', ${lately}
     from generate_series(1, ${Math.ceil(orders / 2)}) n`,
  );
  await owner.query(
    `insert into sms (id, brand, phone, purpose, body_encrypted, state, created_at, sent_at)
     select gen_random_uuid(), 'spec', ${number}, 'login', decode(repeat(md5(n::text), 4), 'hex'), 'sent', ${lately}, ${lately}
     from generate_series(1, ${Math.ceil(orders / 2)}) n`,
  );
  say('inserted codes and messages');
  // Replace the audit trail and its checkpoints before the server adds another checkpoint.
  await owner.query('begin; set local session_replication_role = replica');
  await owner.query('truncate audit_checkpoint, audit_entry');
  await owner.query(
    `insert into audit_entry (at, login, actor, action, subject, subject_id, borrower_id, detail)
     select now() - interval '2 hours' - ($1::bigint - n) * interval '6 seconds', 'hiram_app', 'call loanPush', 'update', 'loan_order',
       o.id::text, o.borrower_id, 'status applied to approved'
     from (select *, row_number() over () as row from loan_order) o, lateral (select row * 4 + step as n from generate_series(0, 3) step) s`,
    [orders * 4],
  );
  await owner.query(
    `insert into audit_checkpoint (no, upto, entries, sha256)
     select 1, now() - interval '90 minutes', entries, digest
     from audit_digest('-infinity', now() - interval '90 minutes', '\\x')`,
  );
  await owner.query('commit');
  say('inserted the audit trail');
}

/** Turns durable writes off while a book is filled, and on again for the measurement. */
export async function relaxDurability(owner: pg.Client, isFilling: boolean): Promise<void> {
  for (const [name, value] of Object.entries({
    fsync: 'off',
    full_page_writes: 'off',
    max_wal_size: `'16GB'`,
    checkpoint_timeout: `'30min'`,
  }))
    await owner.query(isFilling ? `alter system set ${name} = ${value}` : `alter system reset ${name}`);
  await owner.query('select pg_reload_conf()');
}
