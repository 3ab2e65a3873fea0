import { type LocalDate, localDate } from '@hiram/loan';
import { type Rejection, reject } from '../../platform/errors/rejection.ts';
import type { StatementPort } from '../../providers/ports/statement.ts';
import type { StaffRequest } from '../access/serve-staff.ts';
import { actionScope } from '../actions/scope.ts';

/** A provider's statement of a day that has begun. */
interface StatementOfDay {
  readonly statement: StatementPort;
  readonly timeZone: string;
  readonly day: LocalDate;
  readonly today: LocalDate;
}

export async function statementOf(
  request: StaffRequest,
  { provider, day }: { readonly provider: string; readonly day: string },
): Promise<StatementOfDay | Rejection<'noStatement' | 'futureDay'>> {
  const { ports, defaultBrand } = request.context.appContext;
  const statement = ports.statements.find(({ name }) => name === provider);
  if (!statement) return reject('noStatement', { field: 'provider' });
  const { today } = await actionScope(request);
  if (day > today) return reject('futureDay', { field: 'day' });
  return { statement, timeZone: defaultBrand.timeZone, day: localDate(day), today };
}
