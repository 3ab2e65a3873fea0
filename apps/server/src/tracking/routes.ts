import { saveEvent } from '@hiram/contract/tracking';
import type { Server } from '../http/serve.ts';
import { newId } from '../lending/ids.ts';

export function trackingRoutes({ serve, house }: Server): void {
  serve(saveEvent, async ({ productId, moduleId, positionId }, { db, brand, borrower, now }) => {
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
