import { createHash } from 'node:crypto';
import { brandOf } from '../../brands/brand-of.ts';
import { markets } from '../../brands/markets/markets.ts';
import type { AppContext } from '../../context/app-context.ts';
import { inTransaction } from '../../platform/database/connection/connect.ts';
import type { OutsideEntry, ScreeningAnswer } from '../../providers/ports/screening.ts';
import { nameWords } from '../borrowers/names.ts';
import { readProfile } from '../borrowers/profile.ts';
import type { Order } from '../loans/order-store.ts';
import { openHit, screenBorrower } from './screen.ts';

/** A match that a service reported without an entry. */
const unnamed: OutsideEntry = {
  list: 'service',
  reference: 'without entry',
  name: 'not named',
  birthYears: [],
};

/** Greatest likeness: the service compared the names itself. */
const reportedLikeness = 1_000;

/**
 * The entries that a person must look at. A service that says `clear` and names entries contradicts itself,
 * and one that reports a match without an entry is taken at its word: neither is clear.
 */
function entriesOf({ state, entries }: ScreeningAnswer): readonly OutsideEntry[] {
  return state !== 'clear' && entries.length === 0 ? [unnamed] : entries;
}

/**
 * Asks the lender's screening service about the applicant of an order, once for each application and name,
 * and opens a hit for each entry that it reports. No answer of it clears or confirms anything: persons do.
 * Throws Unavailable if it does not answer.
 */
export async function askScreeningService(appContext: AppContext, order: Order): Promise<void> {
  const { screening } = appContext.ports;
  if (!screening) return;
  const { borrower_id: borrowerId, id: reference } = order;
  const brand = brandOf(appContext, order);
  const { fullName: name = '', birthDate } = await readProfile(appContext.db, appContext.cipher, borrowerId);
  const folded = nameWords(name).join(' ');
  if (folded === '') return;
  const digestOf = (use: string) =>
    appContext.matcher.digest('person', brand.id, `${use} ${folded} ${birthDate ?? ''}`);
  const question = digestOf(`service ${reference}`);
  const before = await appContext.db
    .selectFrom('screening')
    .select('service_digest')
    .where('borrower_id', '=', borrowerId)
    .executeTakeFirst();
  if (before?.service_digest?.equals(question)) return;
  const { country } = markets[brand.market];
  const answer = await screening.ask({ reference, brand: brand.id, country, name, birthDate });
  await inTransaction(appContext.db, async (trx) => {
    await screenBorrower(trx, appContext, brand, borrowerId);
    for (const entry of entriesOf(answer))
      await openHit(trx, brand, {
        borrowerId,
        entry: {
          list: 'outside',
          reference: `${entry.list} ${entry.reference}`,
          name: entry.name,
          birth_years: [...entry.birthYears],
          digest: createHash('sha256')
            .update(JSON.stringify([entry.list, entry.reference, entry.name]))
            .digest(),
          likeness: reportedLikeness,
        },
        person: digestOf('screening'),
        now: appContext.clock.now(),
      });
    await trx
      .updateTable('screening')
      .set({ service_digest: question })
      .where('borrower_id', '=', borrowerId)
      .execute();
  });
}
