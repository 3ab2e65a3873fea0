import type { saveEvent } from '@hiram/contract/tracking';
import type { Handler } from '../../api/serve.ts';
import { newId } from '../../platform/ids.ts';
import { countUsage } from '../../platform/usage-limits.ts';

/** Maximum number of taps stored for one borrower in a day, far above normal use. Further taps are accepted and not stored. */
export const maxTapsADay = 2_000;

/** Many phones share an address, so its limit is larger. */
export const maxTapsOfAddressADay = 40_000;

/** Stores a tap, unless there were too many today. */
export const saveTap: Handler<typeof saveEvent> = async ({ productId, module, position }, requestContext) => {
  const { appContext, db, brand, borrower, now, context, address } = requestContext;
  const limits = [
    { kind: 'tap borrower', subject: borrower.id, max: maxTapsADay },
    { kind: 'tap device', subject: context.deviceId ?? borrower.id, max: maxTapsADay },
    { kind: 'tap address', subject: address, max: maxTapsOfAddressADay },
  ];
  if (!(await countUsage(db, appContext.cipher, { brand: brand.id, limits, now }))) return {};
  await db
    .insertInto('tracking_event')
    .values({
      id: newId(),
      day: await requestContext.today(),
      brand: brand.id,
      borrower_id: borrower.id,
      kind: 'tap',
      module_id: module,
      position_id: position,
      product_id: productId ?? null,
      at: now,
    })
    .execute();
  return {};
};
