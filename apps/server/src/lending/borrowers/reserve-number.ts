import type { AppContext } from '../../context/app-context.ts';
import { afterCommit, type Db } from '../../platform/database/connection/connect.ts';
import { Unavailable } from '../../platform/errors/rejection.ts';

/**
 * Reserves a mobile number among the cells before this cell makes its account, and confirms it once the transaction commits.
 * Returns false if another cell has it. With one cell it asks nobody. Throws Unavailable if the directory does not answer.
 */
export async function reserveNumber(
  trx: Db,
  { cell, directory }: Pick<AppContext, 'cell' | 'directory'>,
  brand: string,
  phone: string,
): Promise<boolean> {
  if (!directory) return true;
  const isReserved = await directory.reserve(brand, phone, cell.id).catch((error: unknown) => {
    throw new Unavailable('the directory of the cells', { cause: error });
  });
  if (!isReserved) return false;
  // If this is lost, the next one who asks for the number finds the account.
  afterCommit(trx, () => void directory.confirm(brand, phone, cell.id).catch(() => undefined));
  return true;
}
