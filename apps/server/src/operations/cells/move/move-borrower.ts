import { randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import pg from 'pg';
import type { AppContext } from '../../../context/app-context.ts';
import type { MovedSchema } from './moved-tables.ts';
import { comparable, type OwnedCell } from './owned-cells.ts';
import {
  CannotMove,
  digestOf,
  landRows,
  leftPhone,
  type Parcel,
  parseRows,
  readReferred,
  readRows,
  takeRows,
} from './parcel.ts';
import { type Balance, balancesOf, checkPosted, lockBook, postTransfer } from './transfer.ts';

/**
 * The steps of a move, in order. What is `taken` and `landed` is not committed; the cell that is left commits
 * first, with the parcel. A move that was cut goes on from there, or begins again if nothing had left.
 */
export const steps = ['announced', 'taken', 'landed', 'left', 'arrived', 'entered', 'done'] as const;
export type Step = (typeof steps)[number];

export interface Moved {
  readonly from: number;
  /** Rows of the borrower. */
  readonly rows: number;
  /** Milliseconds during which the borrower's calls waited. */
  readonly pauseMs: number;
}

export interface Move {
  readonly app: AppContext;
  readonly cells: readonly OwnedCell[];
  readonly borrowerId: string;
  readonly to: number;
  readonly reached?: ((step: Step) => Promise<void>) | undefined;
}

/** A move on its way: what left, and between which cells. */
interface Journey {
  readonly moveId: string;
  /** From then on the move can only be finished. */
  hasLeft: boolean;
  readonly source: OwnedCell;
  readonly target: OwnedCell;
}

/** Values beside the ids of its rows by which a request, or a provider's message, may still ask the cell that was left. */
const marks: Readonly<Record<string, readonly string[]>> = {
  session: ['token_hash'],
  ticket: ['token_hash'],
  account_change: ['token_hash'],
  borrower: ['invite_code'],
  payment_code: ['image_token', 'provider_reference'],
  payout: ['provider_reference'],
  card_payment: ['charge'],
  complaint: ['reference'],
  certificate: ['code'],
  picture: ['file'],
};

const maxTries = 8;
/** A row that somebody uses, or two transactions that wait for each other. */
const inUse = new Set(['55P03', '40P01', '23503']);

/** Moves a borrower, or goes on with a move that was cut. Throws CannotMove if it cannot be now; then nothing has changed. */
export async function moveBorrower(move: Move): Promise<Moved | undefined> {
  const { cells, borrowerId, to, app } = move;
  const target = cells.find(({ id }) => id === to);
  if (!target) throw new CannotMove(`there is no cell ${to}: name it in CELLS`);
  for (const source of cells) {
    const { rows } = await source.client.query<{ id: string; other_cell: number; parcel: string }>(
      'select id, other_cell, parcel from cell_move where borrower_id = $1 and parcel is not null',
      [borrowerId],
    );
    const [cut] = rows;
    if (!cut) continue;
    if (cut.other_cell !== to)
      throw new CannotMove(`a move of the borrower to cell ${cut.other_cell} was cut: finish that one first`);
    return finish(move, { moveId: cut.id, hasLeft: true, source, target }, JSON.parse(cut.parcel));
  }
  const source = await cellOfBorrower(cells, borrowerId);
  if (!source) throw new CannotMove('no cell has this borrower');
  if (source.id === to) {
    await stay(move, source);
    return undefined;
  }
  const schema = await comparable(app.config, source, target);
  for (const { client } of [source, target]) await warmUp(client, schema);
  for (let tried = 1; ; tried += 1) {
    const journey: Journey = { moveId: randomUUID(), hasLeft: false, source, target };
    try {
      return await begin(move, journey, schema);
    } catch (error) {
      for (const { client } of [source, target]) await client.query('rollback').catch(() => undefined);
      if (journey.hasLeft) throw error;
      const obstacle = obstacleOf(error);
      if (!(obstacle instanceof InUse) || tried === maxTries) {
        await stay(move, source).catch(() => undefined);
        throw obstacle ?? error;
      }
      await pause(200 * tried);
    }
  }
}

/** Tells the directory that a borrower is in a cell. */
async function stay({ app, borrowerId }: Move, { id, client }: OwnedCell): Promise<void> {
  const { brand, phone } = await accountOf(client, borrowerId);
  await app.directory?.settle(brand, phone, id);
}

/** The id of no borrower. */
const nobody = '00000000-0000-0000-0000-000000000000';
const warm = new WeakSet<pg.ClientBase>();

/** Lets a new connection read its catalogue and plan before anybody waits for it. */
async function warmUp(client: pg.ClientBase, schema: MovedSchema): Promise<void> {
  if (warm.has(client)) return;
  warm.add(client);
  await client.query('begin');
  await takeRows(client, schema, nobody);
  await readRows(client, schema, nobody);
  await readReferred(client, schema, nobody);
  await client.query('rollback');
}

/** Obstacles that end by themselves in a moment. */
class InUse extends CannotMove {}

/** The reason for which a failed move may be tried again; undefined: it failed by a fault. */
function obstacleOf(error: unknown): CannotMove | undefined {
  if (error instanceof CannotMove) return error;
  const code = error instanceof Error && 'code' in error ? String(error.code) : '';
  // Such as a closed month of the books.
  if (code === '23001' && error instanceof Error) return new CannotMove(error.message, { cause: error });
  return inUse.has(code) ? new InUse('somebody uses it at the moment', { cause: error }) : undefined;
}

async function cellOfBorrower(
  cells: readonly OwnedCell[],
  borrowerId: string,
): Promise<OwnedCell | undefined> {
  for (const cell of cells) {
    const { rows } = await cell.client.query('select from borrower where id = $1 and phone <> $2', [
      borrowerId,
      leftPhone(borrowerId),
    ]);
    if (rows.length > 0) return cell;
  }
  return undefined;
}

async function accountOf(client: pg.ClientBase, borrowerId: string, lock = '') {
  const { rows } = await client.query<{ brand: string; phone: string; is_erased: boolean }>(
    `select brand, phone, erased_at is not null as is_erased from borrower where id = $1 ${lock}`,
    [borrowerId],
  );
  if (!rows[0]) throw new CannotMove('no cell has this borrower');
  return rows[0];
}

/** Takes the rows out of one cell and lands them in the other, before either commits. */
async function begin(move: Move, journey: Journey, schema: MovedSchema): Promise<Moved> {
  const { app, borrowerId, to } = move;
  const { source, target } = journey;
  const { client } = source;
  const { brand, phone, is_erased: isErased } = await accountOf(client, borrowerId);
  if (isErased) throw new CannotMove('the account is erased: what is left of it stays where it is');
  if (!app.directory) throw new CannotMove('DIRECTORY_URL is required');
  await app.directory.announce(brand, phone, source.id, to);
  await move.reached?.('announced');
  const startedAt = performance.now();
  await client.query('begin');
  await client.query('select from loan_order where borrower_id = $1 order by id for update', [borrowerId]);
  if ((await accountOf(client, borrowerId, 'for update')).phone !== phone)
    throw new CannotMove('the number changed');
  const parcel = await take(move, journey, schema, brand);
  await move.reached?.('taken');
  await land(move, journey, schema, parcel);
  await move.reached?.('landed');
  await client.query('commit');
  journey.hasLeft = true;
  await move.reached?.('left');
  await target.client.query('commit');
  return complete(move, journey, parcel, performance.now() - startedAt);
}

/** The rest of a move whose borrower has left. */
async function finish(move: Move, journey: Journey, parcel: Parcel): Promise<Moved> {
  const { source, target, moveId } = journey;
  const { rows } = await target.client.query('select from cell_move where id = $1', [moveId]);
  if (rows.length === 0) {
    await target.client.query('begin');
    await land(move, journey, await comparable(move.app.config, source, target), parcel);
    await move.reached?.('landed');
    await target.client.query('commit');
  }
  return complete(move, journey, parcel, 0);
}

async function complete(
  move: Move,
  { moveId, source }: Journey,
  parcel: Parcel,
  pauseMs: number,
): Promise<Moved> {
  await move.reached?.('arrived');
  await move.app.directory?.settle(parcel.brand, parcel.phone, move.to);
  await move.reached?.('entered');
  await source.client.query('update cell_move set parcel = null where id = $1', [moveId]);
  await move.reached?.('done');
  const rows = Object.values(parcel.rows).reduce((sum, text) => sum + parseRows(text).length, 0);
  return { from: source.id, rows, pauseMs: Math.round(pauseMs) };
}

/**
 * Enters a move, in whose course the borrower's rows may go and come: its id, who moves, which way, the other
 * cell and the digest.
 */
async function enterMove(
  client: pg.ClientBase,
  move: readonly [string, string, 'in' | 'out', number, Buffer | null],
): Promise<void> {
  await client.query(
    'insert into cell_move (id, borrower_id, direction, other_cell, sha256) values ($1, $2, $3, $4, $5)',
    [...move],
  );
  const { rows } = await client.query<{ actor: string }>(`select current_setting('hiram.actor') as actor`);
  // As commands: what `set_config` sets, no worker of Citus learns.
  for (const [name, value] of Object.entries({ moves: move[1], actor: rows[0]?.actor ?? '' }))
    await client.query(`set local hiram.${name} = ${pg.escapeLiteral(value)}`);
}

async function enterTrail(client: pg.ClientBase, borrowerId: string, detail: string): Promise<void> {
  await client.query(
    `insert into audit_entry (at, login, actor, action, subject, subject_id, borrower_id, detail)
      values (clock_timestamp(), session_user, nullif(current_setting('hiram.actor', true), ''), 'move', 'borrower', $1::uuid::text, $1::uuid, $2)`,
    [borrowerId, detail],
  );
}

/** Takes everything out of the cell that is left, in its transaction. */
async function take(
  { app, borrowerId, to }: Move,
  { moveId, source, target }: Journey,
  schema: MovedSchema,
  brandId: string,
): Promise<Parcel> {
  const { client } = source;
  const brand = app.brands.get(brandId);
  if (!brand) throw new CannotMove(`BRAND does not name ${brandId}`);
  await enterMove(client, [moveId, borrowerId, 'out', to, null]);
  await target.client.query('begin');
  const [here, there] = [await lockBook(client, brandId), await lockBook(target.client, brandId)];
  await checkPosted(client, borrowerId, here, there);
  await checkIdle(client, borrowerId);
  const balances = await balancesOf(client, borrowerId);
  if (balances.length > 0 && !there)
    throw new CannotMove(`cell ${target.id} has no books of ${brandId} yet: hiram books run`);
  const on = [here?.posted_through, there?.posted_through].reduce<string | null>(
    (last, day) => (day && (last === null || day > last) ? day : last),
    null,
  );
  if (on !== null) await postTransfer(client, { moveId, brand, on, balances, sign: -1 });
  const referred = await readReferred(client, schema, borrowerId);
  const rows = await takeRows(client, schema, borrowerId);
  const [account] = parseRows(rows.borrower);
  const ids = Object.values(rows).flatMap((text) =>
    parseRows(text).flatMap(({ id }) => (typeof id === 'string' ? [id] : [])),
  );
  await checkUndecided(client, ids);
  const parcel = {
    borrowerId,
    brand: brandId,
    phone: String(account?.phone),
    rows,
    referred,
    inviter: typeof account?.invited_by === 'string' ? account.invited_by : undefined,
    jobs: await takeJobs(source, ids),
    books: JSON.stringify(balances),
    on,
  };
  const sha256 = digestOf(rows);
  await client.query('update cell_move set sha256 = $2, parcel = $3 where id = $1', [
    moveId,
    sha256,
    JSON.stringify(parcel),
  ]);
  await client.query(
    `insert into moved_mark (value, borrower_id, move_id) select distinct value, $2::uuid, $3::uuid from unnest($1::text[]) value
      on conflict (value) do update set borrower_id = excluded.borrower_id, move_id = excluded.move_id`,
    [[...ids, ...marksOf(rows)], borrowerId, moveId],
  );
  await enterTrail(client, borrowerId, `to cell ${to}, sha256 ${sha256.toString('hex')}`);
  return parcel;
}

function marksOf(rows: Readonly<Record<string, string>>): string[] {
  return Object.entries(marks).flatMap(([table, columns]) =>
    parseRows(rows[table]).flatMap((row) =>
      columns.flatMap((column) => {
        const value = row[column];
        // A hash is written as PostgreSQL writes bytes.
        return typeof value === 'string' ? [value.replace(/^\\x/, '')] : [];
      }),
    ),
  );
}

/** Lands a parcel in its cell, in a transaction that the caller commits. */
async function land(
  { app, borrowerId }: Move,
  { moveId, source, target }: Journey,
  schema: MovedSchema,
  parcel: Parcel,
): Promise<void> {
  const { client } = target;
  const brand = app.brands.get(parcel.brand);
  if (!brand) throw new CannotMove(`BRAND does not name ${parcel.brand}`);
  const sha256 = digestOf(parcel.rows);
  await enterMove(client, [moveId, borrowerId, 'in', source.id, sha256]);
  await landRows(client, schema, parcel);
  await client.query('delete from moved_mark where borrower_id = $1', [borrowerId]);
  await client.query(
    `insert into ${target.jobs}.job select * from jsonb_populate_recordset(null::${target.jobs}.job, $1::jsonb)`,
    [parcel.jobs],
  );
  const balances: readonly Balance[] = JSON.parse(parcel.books);
  if (parcel.on) {
    await lockBook(client, parcel.brand);
    await postTransfer(client, { moveId, brand, on: parcel.on, balances, sign: 1 });
  }
  await enterTrail(client, borrowerId, `from cell ${source.id}, sha256 ${sha256.toString('hex')}`);
  // Nothing that is checked at the commit may still refuse it.
  await client.query('set constraints all immediate');
}

/** Throws CannotMove while a provider is asked something for the borrower: the answer would find nobody. */
async function checkIdle(client: pg.ClientBase, borrowerId: string): Promise<void> {
  const { rows } = await client.query<{ what: string }>(
    `select 'a payout' as what from payout where borrower_id = $1 and sending_until > now()
    union all select 'a message' from notice where borrower_id = $1 and claimed_until > now()
    union all select 'a card payment' from card_payment where borrower_id = $1 and confirming_at > now() - interval '2 minutes'
    union all select 'a pay code' from payment_code where borrower_id = $1 and state = 'requested' and issued_at > now() - interval '1 minute'
    union all select 'a call' from idempotency where borrower_id = $1 and state = 'running' and created_at > now() - interval '1 minute'`,
    [borrowerId],
  );
  if (rows[0]) throw new InUse(`${rows[0].what} of the borrower is under way`);
}

/** Throws CannotMove while something of the borrower waits for a second person, whose approval would find nothing. */
async function checkUndecided(client: pg.ClientBase, ids: readonly string[]): Promise<void> {
  const { rows } = await client.query<{ action: string }>(
    `select action from approval where state = 'waiting' and subject_id = any($1) limit 1`,
    [ids],
  );
  if (rows[0])
    throw new CannotMove(`a request about the borrower (${rows[0].action}) waits for a second person`);
}

/** Takes the jobs that name a row of the borrower. Throws CannotMove while one runs. */
async function takeJobs({ client, jobs }: OwnedCell, ids: readonly string[]): Promise<string> {
  const named = `exists (select from jsonb_each_text(data) field where field.value = any($1))`;
  const { rows } = await client.query<{ rows: string }>(
    `with gone as (delete from ${jobs}.job taken where state in ('created', 'retry') and ${named} returning to_jsonb(taken) as item)
      select coalesce(jsonb_agg(item), '[]')::text as rows from gone`,
    [ids],
  );
  const { rows: running } = await client.query<{ name: string }>(
    `select name from ${jobs}.job where state = 'active' and ${named} limit 1`,
    [ids],
  );
  if (running[0]) throw new InUse(`a job of the borrower (${running[0].name}) runs`);
  return rows[0]?.rows ?? '[]';
}
