import { createHash } from 'node:crypto';
import type { PasskeyAssertion } from '@hiram/contract/console/passkey';
import { asId } from '@hiram/contract/ids';
import { sql } from 'kysely';
import { approvalChallenge } from '../../platform/crypto/approval-challenge.ts';
import { verifyStoredAssertion } from '../../platform/crypto/stored-assertion.ts';
import type { Db } from '../../platform/database/connection/connect.ts';

/** Rows that are read at once. */
const pageSize = 500;

/** The result of comparing the staff's signatures with the passkeys as they were registered. */
export interface SignatureCheck {
  readonly approvals: number;
  readonly signatures: number;
  /** The signatures that do not hold: `approval <id>: why`. */
  readonly faults: readonly string[];
}

/**
 * Verifies the signature of every approval against the key as registered, and those that opened sessions and added passkeys since
 * `since`. It finds what somebody wrote with the server's login at the database, which cannot sign. `isSandbox`: approvals and
 * sessions of demo people have no signature.
 */
export async function checkSignatures(db: Db, since: Date, isSandbox: boolean): Promise<SignatureCheck> {
  const faults: string[] = [];
  const approvals = await eachPage(approvalsAfter, db, async (row) => {
    const fault = await approvalFault(row, isSandbox);
    if (fault) faults.push(`approval ${row.id}: ${fault}`);
  });
  const signatures = await eachPage(signaturesAfter(since), db, async (row) => {
    const isHeld = await holds(row.assertion, row.key_id, row.public_key, challengeOf(row.assertion));
    if (!isHeld) faults.push(`${row.purpose} ${row.used_for ?? row.id}: the signature is not of the passkey`);
  });
  for (const id of await sessionsUnsigned(db, since, isSandbox))
    faults.push(`session ${id}: no signature opened it`);
  for (const id of await approvalsWithoutSession(db, since))
    faults.push(`approval ${id}: it was asked in no session of its person`);
  return { approvals, signatures, faults };
}

interface Page {
  readonly id: string;
}

/** Runs work on each row of pages in the order of their ids. Returns the number of rows. */
async function eachPage<Row extends Page>(
  read: (db: Db, after: string) => Promise<readonly Row[]>,
  db: Db,
  work: (row: Row) => Promise<void>,
): Promise<number> {
  let count = 0;
  let after = '';
  for (;;) {
    const rows = await read(db, after);
    for (const row of rows) await work(row);
    count += rows.length;
    if (rows.length < pageSize) return count;
    after = rows.at(-1)?.id ?? '';
  }
}

interface ApprovalRow extends Page {
  readonly approved_by: string;
  readonly statement: string;
  readonly effect_digest: Buffer;
  readonly signing_key: string | null;
  readonly signing_nonce: Buffer | null;
  readonly signing_assertion: unknown;
  readonly signer: string | null;
  readonly public_key: Buffer | null;
}

async function approvalsAfter(db: Db, after: string): Promise<readonly ApprovalRow[]> {
  const { rows } = await sql<ApprovalRow>`
    select approval.id::text as id, approved_by, statement, effect_digest, signing_key, signing_nonce, signing_assertion,
      staff_key.staff_id as signer, public_key
    from approval left join staff_key on staff_key.id = signing_key
    where state = 'done' and approved_by is not null and (${after} = '' or approval.id > nullif(${after}, '')::uuid)
    order by approval.id limit ${pageSize}`.execute(db);
  return rows;
}

async function approvalFault(row: ApprovalRow, isSandbox: boolean): Promise<string | undefined> {
  const { signing_key: keyId, signing_nonce: nonce, public_key: publicKey, statement } = row;
  if (keyId === null || nonce === null) return isSandbox ? undefined : 'it is not signed';
  if (publicKey === null || row.signer !== row.approved_by) return 'the passkey is not of who approved it';
  const digest = createHash('sha256').update(statement).digest();
  if (!digest.equals(row.effect_digest)) return 'its statement has another digest';
  const challenge = approvalChallenge(asId<'approval'>(row.id), digest, nonce).toString('base64url');
  return (await holds(row.signing_assertion, keyId, publicKey, challenge))
    ? undefined
    : 'the signature is not of this statement';
}

interface SignatureRow extends Page {
  readonly key_id: string;
  readonly purpose: string;
  readonly assertion: unknown;
  readonly used_for: string | null;
  readonly public_key: Buffer;
}

const signaturesAfter = (since: Date) => async (db: Db, after: string) => {
  const { rows } = await sql<SignatureRow>`
    select encode(digest, 'hex') as id, key_id, purpose, assertion, used_for, public_key
    from staff_signature join staff_key on staff_key.id = key_id
    where at > ${since} and (${after} = '' or digest > decode(${after}, 'hex'))
    order by digest limit ${pageSize}`.execute(db);
  return rows;
};

/** The challenge that a kept assertion says it signed: of a sign-in it was random, and used once. */
function challengeOf(assertion: unknown): string {
  try {
    const { response } = assertion as PasskeyAssertion;
    const data = Buffer.from(response.clientDataJSON, 'base64url');
    return String(JSON.parse(data.toString('utf8')).challenge);
  } catch {
    return '';
  }
}

async function holds(
  assertion: unknown,
  keyId: string,
  publicKey: Buffer,
  challenge: string,
): Promise<boolean> {
  return (await verifyStoredAssertion(assertion, { keyId, publicKey }, challenge)) !== undefined;
}

/** Sessions that no signature opened, and that a new passkey did not open either. */
async function sessionsUnsigned(db: Db, since: Date, isSandbox: boolean): Promise<readonly string[]> {
  const { rows } = await sql<{ id: string }>`
    select id from staff_session session
    where created_at > ${since} and not by_directory and not (${isSandbox} and key_id is null)
      and not exists (select from staff_signature where used_for = session.id::text and purpose = 'signIn'
        and staff_signature.key_id = session.key_id)
      and not exists (select from staff_key where id = session.key_id and registered_by = 'invitation'
        and session.created_at between created_at - interval '1 minute' and created_at + interval '1 minute')
    limit ${pageSize}`.execute(db);
  return rows.map(({ id }) => id);
}

async function approvalsWithoutSession(db: Db, since: Date): Promise<readonly string[]> {
  const { rows } = await sql<{ id: string }>`
    select id from approval where requested_at > ${since} and is_of_this_cell(id) and not exists (
      select from staff_session session where session.id = request_session and session.staff_id = requested_by)
    limit ${pageSize}`.execute(db);
  return rows.map(({ id }) => id);
}
