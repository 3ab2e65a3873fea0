import { createHash } from 'node:crypto';
import type { DutyRunId, StaffId } from '@hiram/contract/ids';
import type { Selectable } from 'kysely';
import type { Brand } from '../../brands/brand.ts';
import type { FieldCipher } from '../../platform/crypto/field-cipher.ts';
import type { Db } from '../../platform/database/connection/connect.ts';
import type { Database } from '../../platform/database/schema/schema.ts';
import { newId } from '../../platform/ids.ts';
import { isOnePerson } from '../borrowers/names.ts';
import { closeTask } from '../tasks.ts';
import type { Duty } from './duties.ts';
import { dutyFile, queryVersion } from './report-rows.ts';

export type StoredPeriod = Selectable<Database['duty_period']>;

/** The rows of a run that the authority did not take. */
export async function rejectedKeys(db: Db, runId: DutyRunId): Promise<ReadonlySet<string>> {
  const rows = await db.selectFrom('duty_rejection').select('key').where('run_id', '=', runId).execute();
  return new Set(rows.map(({ key }) => key));
}

/** The person of a file or a sign-off. `staffId` is absent for an operator, whose command has a name alone. */
export interface DutyPerson {
  readonly name: string;
  readonly staffId?: StaffId;
}

/** Reports whether a person made a run: by id between two of the staff, by name where one of them is an operator. */
export function isMaker(
  run: Pick<Selectable<Database['duty_run']>, 'created_by' | 'created_by_id'>,
  by: DutyPerson,
) {
  return run.created_by_id === null || by.staffId === undefined
    ? isOnePerson(run.created_by, by.name)
    : run.created_by_id === by.staffId;
}

interface NewRun {
  readonly brand: Brand;
  readonly duty: Duty;
  readonly period: StoredPeriod;
  /** The run whose rejected lines are sent again: the file has them alone. */
  readonly again?: DutyRunId | undefined;
  readonly by: DutyPerson;
  readonly now: Date;
}

/** Makes the file of a period and records the run: its rows, its digest (here in hexadecimal) and the version of its queries. */
export async function makeRun(db: Db, cipher: FieldCipher, { brand, duty, period, again, by, now }: NewRun) {
  const only = again === undefined ? undefined : await rejectedKeys(db, again);
  const reported = { brand, period: { from: period.from_on, to: period.to_on } };
  const { csv, rows } = await dutyFile(db, cipher, duty, reported, only);
  const sha256 = createHash('sha256').update(csv).digest();
  const runId = newId<'dutyRun'>();
  await db
    .insertInto('duty_run')
    .values({
      id: runId,
      period_id: period.id,
      created_at: now,
      created_by: by.name,
      created_by_id: by.staffId ?? null,
      query_version: queryVersion,
      rows,
      sha256,
      corrects: again ?? null,
    })
    .execute();
  return { runId, csv, rows, sha256: sha256.toString('hex') };
}

/** Records lines of a run that the authority did not take. Returns how many are new. */
export async function recordRejections(
  trx: Db,
  runId: DutyRunId,
  lines: readonly { readonly key: string; readonly reason: string }[],
): Promise<number> {
  const { numInsertedOrUpdatedRows = 0n } = await trx
    .insertInto('duty_rejection')
    .values(lines.map((rejected) => ({ run_id: runId, ...rejected })))
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirstOrThrow();
  return Number(numInsertedOrUpdatedRows);
}

export type SignOffRefusal = 'signedOff' | 'noFile' | 'ownFile' | 'linesRejected';

/** Signs a report off and closes its task. `check_duty_sign_off` of the database holds the same rules. */
export async function signOff(
  trx: Db,
  period: StoredPeriod,
  { by, receipt, now }: { readonly by: DutyPerson; readonly receipt: string; readonly now: Date },
): Promise<SignOffRefusal | undefined> {
  if (period.signed_off_at) return 'signedOff';
  const last = await trx
    .selectFrom('duty_run')
    .selectAll()
    .where('period_id', '=', period.id)
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .executeTakeFirst();
  if (!last) return 'noFile';
  if (isMaker(last, by)) return 'ownFile';
  if ((await rejectedKeys(trx, last.id)).size > 0) return 'linesRejected';
  await trx
    .updateTable('duty_period')
    .set({ signed_off_at: now, signed_off_by: by.name, signed_off_by_id: by.staffId ?? null, receipt })
    .where('id', '=', period.id)
    .execute();
  await closeTask(trx, { kind: 'duty', subjectId: period.id }, now);
  return undefined;
}
