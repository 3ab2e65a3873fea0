import { listDuties, makeDutyFile, recordDutyRejections, signOffDuty } from '@hiram/contract/console/duty';
import { allBrands } from '@hiram/contract/console/rights';
import type { StaffOutput } from '@hiram/contract/console/staff-call';
import { asId, type DutyPeriodId, type DutyRunId, type StaffId } from '@hiram/contract/ids';
import { daysBetween, type LocalDate } from '@hiram/loan';
import { type Selectable, sql } from 'kysely';
import * as v from 'valibot';
import { type Duty, duties } from '../../lending/duties/duties.ts';
import {
  type DutyPerson,
  isMaker,
  makeRun,
  recordRejections,
  rejectedKeys,
  type StoredPeriod,
  signOff,
} from '../../lending/duties/duty-runs.ts';
import { comingDuties } from '../../lending/duties/open-duties.ts';
import { endOfBusinessDay } from '../../lending/tasks.ts';
import { type Db, inTransaction } from '../../platform/database/connection/connect.ts';
import type { Database } from '../../platform/database/schema/schema.ts';
import { NotFound, reject } from '../../platform/errors/rejection.ts';
import { StreamedFile } from '../../platform/http/streamed-file.ts';
import { newId } from '../../platform/ids.ts';
import type { OpenFile, StaffHandler, StaffRequest } from '../access/serve-staff.ts';
import { staffName } from '../access/sign-in/staff-store.ts';
import type { Area } from '../actions/area.ts';
import { issueTicket, takeTicket } from '../downloads/tickets.ts';

const maxPeriods = 200;
const maxSignedOff = 50;
/** From today on, what is due within them is shown. */
const comingDays = 100;
/** Rejected lines of a file that are listed. */
const maxLines = 50;

function dutyOf({ duty }: StoredPeriod): Duty {
  const found = duties.find(({ id }) => id === duty);
  if (!found) throw new NotFound('the duty is not among those of this version');
  return found;
}

const personOf = async (db: Db, staffId: StaffId): Promise<DutyPerson> => ({
  name: await staffName(db, staffId),
  staffId,
});

type PeriodWithRuns = StaffOutput<typeof listDuties>['periods'][number];

type RunWithLines = Selectable<Database['duty_run']> &
  Pick<PeriodWithRuns['runs'][number], 'rejected' | 'rejectedCount'>;

/** The files of these periods by their period, the newest first, each with the lines that came back. */
async function runsOf(db: Db, periodIds: readonly DutyPeriodId[], me: DutyPerson) {
  const { rows } = await sql<RunWithLines>`
    select run.*, (select count(*) from duty_rejection line where line.run_id = run.id) as "rejectedCount",
      (select coalesce(json_agg(line), '[]') from (
        select key, reason from duty_rejection where run_id = run.id order by key limit ${maxLines}) line) as rejected
    from duty_run run where run.period_id = any(${periodIds}::uuid[]) order by run.created_at desc, run.id desc`.execute(
    db,
  );
  const shown = (run: RunWithLines): PeriodWithRuns['runs'][number] => ({
    runId: run.id,
    madeAt: run.created_at.toISOString(),
    madeBy: run.created_by,
    isOwn: isMaker(run, me),
    rows: run.rows,
    sha256: run.sha256.toString('hex'),
    queryVersion: run.query_version,
    isCorrection: run.corrects !== null,
    rejected: run.rejected,
    rejectedCount: run.rejectedCount,
  });
  const byPeriod = Map.groupBy(rows, (run) => run.period_id);
  return (periodId: DutyPeriodId) => (byPeriod.get(periodId) ?? []).map(shown);
}

const list: StaffHandler<typeof listDuties> = async (_input, { db, brand, session, context }) => {
  const { brands, clock } = context.appContext;
  const periods = db
    .selectFrom('duty_period')
    .selectAll()
    .$if(brand !== allBrands, (all) => all.where('brand', '=', brand));
  const open = periods.where('signed_off_at', 'is', null).orderBy('due_on').limit(maxPeriods);
  const done = periods.where('signed_off_at', 'is not', null).orderBy('due_on', 'desc').limit(maxSignedOff);
  const rows = [...(await open.execute()), ...(await done.execute())];
  const ids = rows.map(({ id }) => id);
  const runsIn = await runsOf(db, ids, await personOf(db, session.staffId));
  const own = [...brands.values()].filter(({ id }) => brand === allBrands || id === brand);
  const days = new Map<string, LocalDate>();
  for (const { id, timeZone } of own) days.set(id, await clock.today(db, timeZone));
  const shown: PeriodWithRuns[] = [];
  for (const row of rows) {
    const zone = brands.get(row.brand)?.timeZone;
    const today = days.get(row.brand);
    const duty = duties.find(({ id }) => id === row.duty);
    if (zone === undefined || today === undefined || !duty) continue;
    const { authority, name, what, source, isConfirmed, layout } = duty;
    shown.push({
      periodId: row.id,
      brand: row.brand,
      authority,
      name,
      what,
      source,
      isConfirmed,
      isEmptyFile: layout.rows === 'none',
      from: row.from_on,
      to: row.to_on,
      dueOn: row.due_on,
      dueAt: (await endOfBusinessDay(db, clock, zone, row.due_on)).toISOString(),
      // Days late are counted from the due day, as those of loans are.
      daysOver: row.signed_off_at ? 0 : Math.max(0, daysBetween(row.due_on, today)),
      ...(row.signed_off_at ? { signedOffAt: row.signed_off_at.toISOString() } : {}),
      ...(row.signed_off_by === null ? {} : { signedOffBy: row.signed_off_by }),
      ...(row.receipt === null ? {} : { receipt: row.receipt }),
      runs: runsIn(row.id),
    });
  }
  const coming = own.flatMap((each) => {
    const today = days.get(each.id);
    return today === undefined
      ? []
      : comingDuties(each, today, comingDays).map(({ duty: { authority, name }, from, to, dueOn }) => ({
          brand: each.id,
          authority,
          name,
          from,
          to,
          dueOn,
        }));
  });
  return { days: [...days].map(([id, today]) => ({ brand: id, today })), periods: shown, coming };
};

/** The period, which stays as it is until the transaction ends. Throws NotFound for one of another brand. */
async function lockPeriod(trx: Db, id: DutyPeriodId, { brand }: StaffRequest): Promise<StoredPeriod> {
  return trx
    .selectFrom('duty_period')
    .selectAll()
    .where('id', '=', id)
    .where('brand', '=', brand)
    .forUpdate()
    .executeTakeFirstOrThrow(() => new NotFound('no period of the brand'));
}

/** The period of a run. Throws NotFound for one of another brand, or of another period than `periodId`. */
async function lockPeriodOfRun(
  trx: Db,
  runId: DutyRunId,
  request: StaffRequest,
  periodId?: DutyPeriodId,
): Promise<StoredPeriod> {
  const run = await trx.selectFrom('duty_run').select('period_id').where('id', '=', runId).executeTakeFirst();
  if (!run || (periodId !== undefined && run.period_id !== periodId)) throw new NotFound('no such run');
  return lockPeriod(trx, run.period_id, request);
}

const prepareFile: StaffHandler<typeof makeDutyFile> = async ({ periodId, again }, request) => {
  const period = await lockPeriod(request.db, periodId, request);
  if (period.signed_off_at) return reject('signedOff', { field: 'periodId' });
  if (again !== undefined) {
    await lockPeriodOfRun(request.db, again, request, periodId);
    if ((await rejectedKeys(request.db, again)).size === 0) return reject('noneRejected', { field: 'again' });
  }
  return { ticket: await issueTicket(request, { periodId, again }) };
};

const prepared = v.object({ periodId: v.string(), again: v.optional(v.string()) });

/** Makes the file, records its run and who took it, and sends it. It has personal data, and is not kept. */
const openFile: OpenFile = async (ticket, request) => {
  const { periodId, again } = v.parse(prepared, await takeTicket(ticket, request));
  const { session, now, context } = request;
  const created = await inTransaction(request.db, async (trx) => {
    const period = await lockPeriod(trx, asId<'dutyPeriod'>(periodId), request);
    const brand = context.appContext.brands.get(period.brand);
    if (!brand || period.signed_off_at) throw new NotFound('file');
    const by = await personOf(trx, session.staffId);
    const duty = dutyOf(period);
    const corrected = again === undefined ? undefined : asId<'dutyRun'>(again);
    const { cipher } = context.appContext;
    const run = await makeRun(trx, cipher, { brand, duty, period, by, now, again: corrected });
    await trx
      .insertInto('staff_read')
      .values({
        id: newId(),
        staff_id: session.staffId,
        subject: 'duty_period',
        subject_id: period.id,
        field: 'export',
        reason: `${duty.id} ${period.to_on}: ${run.rows} rows`,
        at: now,
        encrypted: false,
      })
      .execute();
    return { name: `${duty.id}-${period.to_on}.csv`, csv: run.csv };
  });
  const chunks = async function* () {
    yield created.csv;
  };
  return new StreamedFile(created.name, 'text/csv; charset=utf-8', chunks());
};

const record: StaffHandler<typeof recordDutyRejections> = async ({ runId, lines }, request) =>
  inTransaction(request.db, async (trx) => {
    const period = await lockPeriodOfRun(trx, runId, request);
    if (period.signed_off_at) return reject('signedOff', { field: 'runId' });
    return { recorded: await recordRejections(trx, runId, lines) };
  });

const sign: StaffHandler<typeof signOffDuty> = async ({ periodId, receipt }, request) =>
  inTransaction(request.db, async (trx) => {
    const period = await lockPeriod(trx, periodId, request);
    const by = await personOf(trx, request.session.staffId);
    const refusal = await signOff(trx, period, { by, receipt, now: request.now });
    return refusal ? reject(refusal, { field: 'periodId' }) : {};
  });

/** Reports to authorities: their files, rejected lines, and who signed them off. */
export const dutyArea: Area = {
  actions: [],
  texts: {
    signedOff: 'This report is signed off already.',
    noneRejected: 'No line of this file was rejected.',
    noFile: 'No file was made for this period yet.',
    ownFile: 'You made the last file: another person signs it off.',
    linesRejected: 'Lines of the last file were rejected. Send them again before.',
  },
  routes(server) {
    server.serveStaff(listDuties, list);
    server.serveStaff(makeDutyFile, prepareFile);
    server.serveFile(makeDutyFile, openFile);
    server.serveStaff(recordDutyRejections, record);
    server.serveStaff(signOffDuty, sign);
  },
};
