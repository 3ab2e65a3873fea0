import { existsSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { resolve } from 'node:path';
import { duties } from '../../lending/duties/duties.ts';
import { makeRun, rejectedKeys } from '../../lending/duties/duty-runs.ts';
import { queryVersion } from '../../lending/duties/report-rows.ts';
import { brandNamed } from '../brand-named.ts';
import { defineCommand, UsageError } from '../command.ts';
import { anyText, by, day, id, option, required } from '../parameters.ts';

/** Throws UsageError. */
export function dutyNamed(id: string) {
  const duty = duties.find((one) => one.id === id);
  if (!duty) throw new UsageError(`DUTY: ${id} is not one of ${duties.map((one) => one.id).join(', ')}`);
  return duty;
}

export const runDuty = defineCommand({
  name: 'duties run',
  summary: 'make the file of a duty for a period, and record its digest',
  description:
    'The file has personal data: hand it over on a safe way. It is not kept here; the run keeps the version of its queries, its rows and its SHA-256. It may be made again.',
  arguments: { duty: required('DUTY', 'the duty, such as ph-cic', anyText) },
  options: {
    brand: required('BRAND', 'the brand that reports', anyText),
    to: required('DAY', 'the last day of the period', day),
    out: required('CSV', 'a new file', anyText),
    again: option('RUN', 'only the rejected lines of this run, as they are now', id<'dutyRun'>),
    by,
  },
  change: {},
  examples: ["duties run ph-cic --brand ph --to 2026-10-31 --out cic.csv --by 'Ana Cruz'"],
  async run({ duty: dutyId, brand: brandId, to, out, again, by }, session) {
    const file = resolve(session.folder, out);
    if (existsSync(file)) throw new UsageError(`--out: ${file} exists already`);
    const duty = dutyNamed(dutyId);
    const { result } = await session.withApp(
      (app) =>
        session.withOwner(async (db) => {
          const brand = brandNamed(app, brandId);
          const period = await db
            .selectFrom('duty_period')
            .selectAll()
            .where('brand', '=', brandId)
            .where('duty', '=', dutyId)
            .where('to_on', '=', to)
            .executeTakeFirst();
          if (!period)
            throw new UsageError(
              `--to: ${dutyId} of ${brandId} has no open period to ${to}: see duties list`,
            );
          if (again !== undefined && (await rejectedKeys(db, again)).size === 0)
            throw new UsageError(`--again: no line of the run ${again} was rejected`);
          const now = app.clock.now();
          const created = await makeRun(db, app.cipher, {
            brand,
            duty,
            period,
            again,
            by: { name: by },
            now,
          });
          if (!session.isDryRun) await writeFile(file, created.csv, { flag: 'wx', mode: 0o600 });
          return created;
        }, by),
      by,
    );
    const { runId, rows, sha256 } = result.result;
    return {
      data: { run: runId, duty: dutyId, to, file, rows, sha256, queryVersion },
      lines: [
        `${session.isDryRun ? 'Would write' : 'Written'} as the run ${runId}: ${rows} rows, SHA-256 ${sha256}`,
      ],
      warnings:
        duty.layout.rows === 'none'
          ? ['The file has the column map alone: its figures come from elsewhere.']
          : [],
      changes: result.changes,
    };
  },
});
