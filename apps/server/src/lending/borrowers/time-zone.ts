import type { BorrowerId } from '@hiram/contract/ids';
import type { Brand } from '../../brands/brand.ts';
import { zoneOfPlace } from '../../brands/markets/contact-law.ts';
import { markets } from '../../brands/markets/markets.ts';
import type { Db } from '../../platform/database/connection/connect.ts';
import { updateBorrower } from './borrower-store.ts';

/** Saves the time zone of the certified place, in a country with several, unless `saved` is the same. */
export async function saveZone(
  trx: Db,
  { forms, market }: Brand,
  borrowerId: BorrowerId,
  {
    values,
    saved,
  }: { readonly values: Readonly<Record<string, unknown>>; readonly saved: string | null | undefined },
): Promise<void> {
  const places = Object.values(forms)
    .flatMap((step) => step.items.filter((item) => item.cate === 'citySelect'))
    .map((item) => values[item.code]);
  for (const place of places) {
    const zone = typeof place === 'string' ? zoneOfPlace(markets[market].country, place) : undefined;
    if (zone !== undefined && zone !== saved) await updateBorrower(trx, borrowerId, { time_zone: zone });
  }
}
