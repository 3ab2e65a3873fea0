import * as v from 'valibot';
import { dateText, flag, idOf, text, whole } from '../fields/fields.ts';
import { call } from '../wire/call.ts';
import { type InternalValue, named, object, strictObject } from '../wire/wire.ts';

/** INFO-03, INFO-04: customer service contacts. `onlineServiceUrl` opens the online service. */
export const contactInfo = call({
  name: 'contactInfo',
  path: '/v3/personal-center/contact-kf-info',
  encoding: 'form',
  caller: 'anyone',
  input: strictObject({ scope: named('overall', whole) }),
  output: object({
    email: v.string(),
    onlineServiceUrl: named('smWa', v.string()),
    /** [ours] When a person answers. */
    hours: v.string(),
    /**
     * [ours] Whether a person answers now, and until or from when: `18:00`, on another day with the day. `isHoliday`: a
     * holiday is why nobody answers today.
     */
    answers: v.optional(
      object({ isNow: flag, time: v.string(), day: v.optional(dateText), isHoliday: v.optional(flag) }),
    ),
  }),
});

/** The scope that the customer-service page sends (INFO-04). */
export const contactScope = 30;

/**
 * INFO-01, INFO-02, INFO-05 … INFO-09: a legal text with the names and figures of the brand. `html` comes
 * from the product and is safe to insert.
 */
export const legalText = call({
  name: 'legalText',
  path: '/v3/info/legal',
  caller: 'anyone',
  input: v.strictObject({ name: v.picklist(['privacy-policy', 'about-us', 'loan-terms']) }),
  output: v.object({
    title: v.string(),
    html: v.string(),
    sections: v.array(v.object({ id: v.string(), title: v.string() })),
  }),
});
export type LegalText = InternalValue<typeof legalText.output>;

/** A document of a loan's account: its urls take `from` and `to` (`YYYY-MM-DD`) for a statement of these days. */
const accountRecord = v.object({ title: v.string(), viewUrl: v.string(), pdfUrl: v.string() });

/**
 * KEY-06: the stored agreements of an order, word for word, and once it was paid out the documents of its
 * account. The urls are valid for ten minutes.
 */
export const storedContracts = call({
  name: 'keptContracts',
  path: '/v3/contract/kept',
  input: v.strictObject({ orderId: idOf<'order'>() }),
  output: v.object({
    list: v.array(
      v.object({
        title: v.string(),
        agreedOn: dateText,
        /** SHA-256 of the text, hexadecimal, to compare a copy with. */
        sha256: text(64),
        viewUrl: v.string(),
        pdfUrl: v.string(),
      }),
    ),
    /** The account from `from` to `to`, the days that a statement may name. */
    statement: v.optional(v.object({ ...accountRecord.entries, from: dateText, to: dateText })),
    /** Present for a loan that is paid in full. */
    certificate: v.optional(accountRecord),
  }),
});
export type ContractList = InternalValue<typeof storedContracts.output>;
