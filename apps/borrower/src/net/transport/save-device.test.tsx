import { deviceSave } from '@hiram/contract/device';
import { expect, test } from 'vitest';
import { answer, reject, sentTo } from '../../../test/screen.tsx';
import { storeSession } from '../../app/settings/context.ts';
import { saveDevice } from './save-device.ts';

test('a device that the server did not save is sent again by the next page [T1919]', async () => {
  storeSession('session-device');
  reject(deviceSave, { code: '99999', message: 'Please try again later.' });
  await saveDevice();
  answer(deviceSave, {});
  await saveDevice();
  expect(sentTo(deviceSave)).toHaveLength(2);
  await saveDevice();
  expect(sentTo(deviceSave)).toHaveLength(2);
});
