import type { deviceSave } from '@hiram/contract/device';
import type { Handler } from '../../api/serve.ts';

/** Stores what is known about the caller's device. */
export const saveDevice: Handler<typeof deviceSave> = async (input, { db, borrower, context, now }) => {
  const deviceId = context.deviceId;
  if (deviceId === undefined) return {};
  const deviceValues = {
    name: input.deviceName ?? context.deviceName ?? '',
    os_version: input.osVersion ?? context.osVersion ?? '',
    app_version: input.appVersion ?? context.appVersion ?? '',
    seen_at: now,
  };
  await db
    .insertInto('device')
    .values({ borrower_id: borrower.id, device_id: deviceId, first_seen_at: now, ...deviceValues })
    .onConflict((conflict) => conflict.columns(['borrower_id', 'device_id']).doUpdateSet(deviceValues))
    .execute();
  return {};
};
