import * as v from 'valibot';
import { call } from './call.ts';
import { empty, filled, nothing, text } from './fields.ts';

/** KEY-10: the device behind the session, as the host named it in the common context. */
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

const degrees = (most: number) =>
  v.pipe(
    v.union([v.number(), v.pipe(v.string(), v.regex(/^-?\d{1,3}(\.\d{1,2})?$/), v.transform(Number))]),
    v.minValue(-most),
    v.maxValue(most),
    // Two decimals are about a kilometre: whoever sends a house's place is refused, not rounded.
    v.check((value) => Math.abs(value * 100 - Math.round(value * 100)) < 1e-9, 'has more than two decimals'),
  );

/** KEY-10: roughly where the borrower is, after a tap, in degrees of at most two decimals. */
export const locationSave = call({
  name: 'locationSave',
  path: '/v3/location/save',
  input: v.strictObject({ latitude: degrees(90), longitude: degrees(180) }),
  output: empty,
});

export const relations = ['family', 'friend', 'colleague', 'other'] as const;

/** KEY-10: one reference that the borrower typed or picked. A list is refused: nobody's contacts are collected. */
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

/** The references that were named; numbers by their last four digits. */
export const contactList = call({
  name: 'contactList',
  path: '/v3/contact/list',
  input: nothing,
  output: v.object({
    list: v.array(v.object({ name: v.string(), phone: v.string(), relation: v.picklist(relations) })),
  }),
});
