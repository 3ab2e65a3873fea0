import { contactList, contactSave, deviceSave, locationSave } from '@hiram/contract/device';
import type { Server } from '../../api/serve.ts';
import { listContacts, saveContact } from './contacts.ts';
import { saveDevice } from './device.ts';
import { saveLocation } from './location.ts';

/** The device, its approximate location, and reference contacts (KEY-10). */
export function deviceRoutes({ serve }: Server): void {
  serve(deviceSave, saveDevice);
  serve(locationSave, saveLocation);
  serve(contactSave, saveContact);
  serve(contactList, listContacts);
}
