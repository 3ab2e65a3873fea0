import type { LocalDate } from '@hiram/loan';
import type { Selectable } from 'kysely';
import { duties } from '../../lending/duties/duties.ts';
import type { Db } from '../../platform/database/connection/connect.ts';
import type { Database } from '../../platform/database/schema/schema.ts';
import { UsageError } from '../command.ts';
import { anyText, day, required } from '../parameters.ts';

/** The arguments and options that name a period. */
export const periodArguments = { duty: required('DUTY', 'the duty, such as ph-cic', anyText) };
export const periodOptions = {
  brand: required('BRAND', 'the brand that reports', anyText),
  to: required('DAY', 'the last day of the period', day),
};

/** Throws UsageError. */
export function dutyNamed(id: string) {
  const duty = duties.find((one) => one.id === id);
  if (!duty) throw new UsageError(`DUTY: ${id} is not one of ${duties.map((one) => one.id).join(', ')}`);
  return duty;
}

/** The period of a duty that was opened. Throws UsageError. */
export async function periodNamed(
  db: Db,
  { duty, brand, to }: { readonly duty: string; readonly brand: string; readonly to: LocalDate },
): Promise<Selectable<Database['duty_period']>> {
  const row = await db
    .selectFrom('duty_period')
    .selectAll()
    .where('brand', '=', brand)
    .where('duty', '=', dutyNamed(duty).id)
    .where('to_on', '=', to)
    .executeTakeFirst();
  if (!row) throw new UsageError(`--to: ${duty} of ${brand} has no open period to ${to}: see duties list`);
  return row;
}
