import type { AppContext } from '../context/app-context.ts';
import { isOnePerson } from '../lending/borrowers/names.ts';
import type { TwoPersons } from '../platform/database/operator.ts';
import { type DryRun, type Session, UsageError } from './command.ts';
import { by, personName, required } from './parameters.ts';

/** Options of every decision about money: an emergency in which the console cannot be used, so two persons stand for it. */
export const twoPersons = {
  by,
  second: required('NAME', 'the name of the second person who agrees', personName),
};

/**
 * Runs a decision about money in the name of two persons, with the login of the schema's owner as the database of `app`: the
 * database accepts it from that login alone, and records both. Throws UsageError if they are one person.
 */
export async function withTwoPersons<Result>(
  session: Session,
  { by, second }: TwoPersons,
  work: (app: AppContext) => Promise<Result>,
): Promise<DryRun<Result>> {
  if (isOnePerson(by, second)) throw new UsageError('--second: another person than --by agrees');
  const names = `${by} and ${second}`;
  const { result } = await session.withApp(
    (app) => session.withOwner((db) => work({ ...app, db }), names, { by, second }),
    names,
  );
  return result;
}
