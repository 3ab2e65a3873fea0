import * as v from 'valibot';
import { empty, filled, nothing, text } from '../fields/fields.ts';
import { call } from '../wire/call.ts';

/** KEY-10: saves the device of the session, as the host described it in the common context. */
export const deviceSave = call({
  name: 'deviceSave',
  path: '/v3/device/save',
  input: v.strictObject({
    deviceName: v.optional(text(100)),
    osVersion: v.optional(text(100)),
    appVersion: v.optional(text(100)),
  }),
  output: empty,
});

const degrees = (max: number) =>
  v.pipe(
    v.union([v.number(), v.pipe(v.string(), v.regex(/^-?\d{1,3}(\.\d{1,2})?$/), v.transform(Number))]),
    v.minValue(-max),
    v.maxValue(max),
    // Two decimals are about a kilometre. A more exact position is rejected, not rounded, so no client sends a home address.
    v.check((value) => Math.abs(value * 100 - Math.round(value * 100)) < 1e-9, 'has more than two decimals'),
  );

/** KEY-10: saves the borrower's approximate position, after a tap, in degrees with at most two decimals. */
export const locationSave = call({
  name: 'locationSave',
  path: '/v3/location/save',
  input: v.strictObject({ latitude: degrees(90), longitude: degrees(180) }),
  output: empty,
});

export const relations = ['family', 'friend', 'colleague', 'other'] as const;

/**
 * KEY-10: saves one reference that the borrower typed or picked. Lists are rejected: the product does not
 * collect address books.
 */
export const contactSave = call({
  name: 'contactSave',
  path: '/v3/contact/save',
  idempotent: true,
  input: v.strictObject({ name: filled(60), phone: filled(20), relation: v.picklist(relations) }),
  output: empty,
  rejections: {
    malformedPhone: '60101',
    malformedName: '60501',
    ownNumber: '60502',
    tooManyContacts: '60503',
    knownContact: '60504',
  },
});

/** The saved references. `phone` is the last four digits. */
export const contactList = call({
  name: 'contactList',
  path: '/v3/contact/list',
  input: nothing,
  output: v.object({
    list: v.array(v.object({ name: v.string(), phone: v.string(), relation: v.picklist(relations) })),
  }),
});
