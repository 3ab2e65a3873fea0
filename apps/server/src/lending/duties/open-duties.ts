import { addDays, type LocalDate, localDate } from '@hiram/loan';
import { sql } from 'kysely';
import type { Brand } from '../../brands/brand.ts';
import { markets } from '../../brands/markets/markets.ts';
import type { AppContext } from '../../context/app-context.ts';
import { type Db, inTransaction } from '../../platform/database/connection/connect.ts';
import { newId } from '../../platform/ids.ts';
import { endOfBusinessDay, openTask } from '../tasks.ts';
import { type Duty, duties } from './duties.ts';
import { dutyPeriods } from './duty-periods.ts';

/** Periods that ended longer ago are not opened any more. */
const lookBackDays = 400;

/** The duties of a brand's country. A demonstration's market owes nobody anything. */
export const dutiesOf = ({ market }: Brand): readonly Duty[] =>
  market === 'spec' ? [] : duties.filter(({ country }) => country === markets[market].country);

/** Periods of a brand's duties that end from today on and are due within `days`, by their due day. */
export function comingDuties(brand: Brand, today: LocalDate, days: number) {
  const until = addDays(today, days);
  return dutiesOf(brand)
    .flatMap((duty) =>
      dutyPeriods(duty.rule, duty.from > today ? duty.from : today, until).map((period) => ({
        duty,
        ...period,
      })),
    )
    .filter(({ dueOn }) => dueOn <= until)
    .toSorted((a, b) => (a.dueOn < b.dueOn ? -1 : 1));
}

/** The day from which on duties are the installation's: what was due before was done elsewhere. */
async function installedOn(db: Db): Promise<LocalDate> {
  const { rows } = await sql<{ day: string }>`select created_at::date::text as day from installation`.execute(
    db,
  );
  return localDate(rows[0]?.day ?? '1970-01-01');
}

/**
 * Opens each period of a brand's duties that has ended, with a task that is due when the report is. A period is opened once. In a
 * sandbox the daily work does not call it. `since`: what was due before is not opened; absent: before the installation.
 */
export async function openDuties(
  { db, clock }: AppContext,
  brand: Brand,
  today: LocalDate,
  since?: LocalDate,
): Promise<number> {
  const installed = since ?? (await installedOn(db));
  const now = clock.now();
  let opened = 0;
  for (const duty of dutiesOf(brand)) {
    const lookBack = addDays(today, -lookBackDays);
    const first = duty.from > lookBack ? duty.from : lookBack;
    for (const period of dutyPeriods(duty.rule, first, addDays(today, -1))) {
      if (period.dueOn < installed) continue;
      const dueAt = await endOfBusinessDay(db, clock, brand.timeZone, period.dueOn);
      const isNew = await inTransaction(db, async (trx) => {
        const row = await trx
          .insertInto('duty_period')
          .values({
            id: newId(),
            brand: brand.id,
            duty: duty.id,
            from_on: period.from,
            to_on: period.to,
            due_on: period.dueOn,
            opened_at: now,
          })
          .onConflict((conflict) => conflict.columns(['brand', 'duty', 'to_on']).doNothing())
          .returning('id')
          .executeTakeFirst();
        if (!row) return false;
        const detail = `${duty.id} ${period.to}`;
        await openTask(trx, { kind: 'duty', subjectId: row.id, brand: brand.id, detail, dueAt, now });
        return true;
      });
      if (isNew) opened += 1;
    }
  }
  return opened;
}
