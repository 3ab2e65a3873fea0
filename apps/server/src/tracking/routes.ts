import { saveEvent } from '@hiram/contract/tracking';
import type { Server } from '../http/serve.ts';
import { newId } from '../lending/ids.ts';
import { takeUsage } from '../lending/usage-limits.ts';

/** Taps of one borrower that are kept in a day: far more than anybody's finger makes. Further ones are taken and forgotten. */
export const maxTapsADay = 2_000;

export function trackingRoutes({ serve, house }: Server): void {
  serve(saveEvent, async ({ productId, moduleId, positionId }, { db, brand, borrower, now }) => {
    const limits = [{ kind: 'tap borrower', subject: borrower.id, max: maxTapsADay }];
    if (!(await takeUsage(db, house.seal, { brand: brand.id, limits, now }))) return {};
    await db
      .insertInto('tracking_event')
      .values({
        id: newId(),
        day: await house.clock.today(db, brand.timeZone),
        brand: brand.id,
        borrower_id: borrower.id,
        kind: 'tap',
        module_id: moduleId,
        position_id: positionId,
        product_id: productId ?? null,
        at: now,
      })
      .execute();
    return {};
  });
}
