import type { getSid } from '@hiram/contract/promotion';
import type { OpenHandler } from '../../api/serve.ts';
import { newVisitor } from '../../messaging/visitors.ts';

/** Gives a new visitor an id. */
export const startVisitor: OpenHandler<typeof getSid> = async (
  _input,
  { appContext, brand, context, address, now },
) => ({
  visitorId: await newVisitor(appContext, { brand: brand.id, deviceId: context.deviceId, address, now }),
});
