import { messageChannels } from '@hiram/contract/messages';
import { payGuides } from '@hiram/contract/repay';
import { cents, localDate } from '@hiram/loan';
import * as v from 'valibot';
import { legalSchema } from '../legal/legal.ts';
import { lookSchema } from '../look/art.ts';
import { documentKinds } from '../markets/identity-documents.ts';
import { ifscPattern } from '../markets/ifsc.ts';
import { contactDays } from '../markets/laws.ts';
import { marketNames } from '../markets/markets.ts';
import { shippedSteps, strategySteps } from '../messages/strategy.ts';
import { languageCodes } from '../texts/localized.ts';
import { retentionSchema } from './retention.ts';

const colour = v.pipe(v.string(), v.regex(/^#[0-9a-f]{6}$/, 'is not a colour (#rrggbb)'));
const colourSet = v.record(v.string(), colour);
const whole = v.pipe(v.number(), v.safeInteger(), v.minValue(0));
const amount = v.pipe(
  v.number(),
  v.safeInteger(),
  v.minValue(1),
  v.transform((value) => cents(value)),
);
const filled = v.pipe(v.string(), v.minLength(1, 'is empty'));

const productSchema = v.strictObject({
  code: v.pipe(v.string(), v.regex(/^[a-z0-9-]+$/)),
  name: filled,
  kind: v.picklist(['single', 'perPeriod']),
  amountMin: amount,
  amountMax: amount,
  amountStep: amount,
  amountOffered: amount,
  termDays: whole,
  periods: whole,
  dailyPpm: whole,
  feePpm: whole,
  extensions: whole,
});
export type BrandProduct = v.InferOutput<typeof productSchema>;

const channelSchema = v.strictObject({
  number: filled,
  name: filled,
  logo: filled,
  /** 1: a code and its barcode; 2: a QR code. */
  showType: v.picklist([1, 2]),
  min: amount,
  max: amount,
  minutes: v.pipe(whole, v.minValue(1)),
  /** A code for a repayment that is not late works until its due date: the counter's reference lasts so long. */
  untilDue: v.optional(v.boolean()),
  /** Days after its confirmation in which the channel may reverse a payment: it is not refunded before they are over. */
  reversalDays: whole,
  /** The payment instructions that the app shows for it. */
  guide: v.picklist(payGuides),
  code: filled,
  /** The address that opens the channel's app on the same phone, where the channel has one. */
  app: v.optional(v.pipe(v.string(), v.regex(/^[a-z][a-z0-9+.-]*:/, 'is not an address'))),
  /** Each payment provider's name of this channel, by the provider's name. */
  via: v.optional(v.record(v.string(), filled)),
});
export type Channel = v.InferOutput<typeof channelSchema>;

/** The lender's account for manual transfers by borrowers. */
const transferSchema = v.strictObject({
  number: filled,
  name: filled,
  logo: filled,
  bank: filled,
  account: v.pipe(v.string(), v.regex(/^\d{6,20}$/, 'is not an account number')),
  holder: filled,
  /** The branch's code in India (IFSC). */
  ifsc: v.optional(v.pipe(v.string(), v.regex(ifscPattern, 'is not an IFSC'))),
  min: amount,
  max: amount,
  /** As for a channel: a bank may recall a transfer. */
  reversalDays: whole,
});

const recommendationSchema = v.strictObject({
  key: filled,
  name: filled,
  logo: filled,
  buttonText: filled,
  amountRange: filled,
  amountRangeDesc: filled,
  rate: filled,
  description: filled,
  tags: v.array(filled),
  globally: whole,
  url: filled,
});

const ceilingsSchema = v.strictObject({
  from: v.pipe(
    v.string(),
    v.isoDate('is not a day'),
    v.transform((day) => localDate(day)),
  ),
  nominalPerMonth: whole,
  effectivePerMonth: whole,
  latePerMonth: whole,
  totalCost: whole,
});

/** A brand's file in one of its languages. */
const defaultScreening = { likeness: 600, birthYears: 1, reviewHours: 24, reportDays: 5 };

const screeningSchema = v.strictObject({
  /** The smallest similarity of two names that is a possible match, in thousandths. */
  likeness: v.pipe(whole, v.minValue(300), v.maxValue(1000)),
  /** Years by which the birth years of a match may differ. */
  birthYears: v.pipe(whole, v.maxValue(20)),
  /** Hours within which a person decides a possible match. */
  reviewHours: v.pipe(whole, v.minValue(1), v.maxValue(240)),
  /** Days within which a confirmed match is reported to the authority. */
  reportDays: v.pipe(whole, v.minValue(1), v.maxValue(60)),
});

const hour = v.pipe(whole, v.maxValue(24));
const contactCap = v.strictObject({
  /** Contacts in the borrower's calendar day, and in that day with the six before it. */
  day: v.pipe(whole, v.minValue(1), v.maxValue(20)),
  week: v.pipe(whole, v.minValue(1), v.maxValue(50)),
});

/** When and how often borrowers are contacted: the brand's own hours within those of the law, by the borrower's clock. */
const contactSchema = v.pipe(
  v.strictObject({
    /** Full hours, `until` exclusive. */
    from: hour,
    until: hour,
    days: v.picklist(contactDays),
    /** False: not on a day of `holidays`. */
    onHolidays: v.boolean(),
    /** The most attempts by all channels together, and by whoever makes them. */
    caps: v.strictObject({ reminder: contactCap, collection: contactCap, marketing: contactCap }),
    /** The channels of messages in the order in which they are tried. The inbox of the app comes before all. */
    channels: v.pipe(
      v.array(v.picklist(messageChannels)),
      v.minLength(1),
      v.check((channels) => new Set(channels).size === channels.length, 'contains a channel twice'),
    ),
    /** Cents for a segment of a text, a mail and a push message. */
    prices: v.strictObject({ sms: whole, email: whole, push: whole }),
    /** Cents that messages cost at most on a day of the brand's zone, by all channels; absent: no ceiling. */
    maxCostADay: v.optional(whole),
  }),
  v.check(({ from, until }) => from < until, 'ends before it begins'),
);
export type ContactRules = v.InferOutput<typeof contactSchema>;

const defaultContact: ContactRules = {
  from: 8,
  until: 20,
  days: 'every',
  onHolidays: false,
  caps: {
    reminder: { day: 3, week: 7 },
    collection: { day: 3, week: 7 },
    marketing: { day: 1, week: 2 },
  },
  channels: ['sms', 'push', 'email'],
  prices: { sms: 0, email: 0, push: 0 },
};

export const brandSchema = v.strictObject({
  market: v.picklist(marketNames),
  /** The languages of all of its texts. The first is used if the caller requests none or another. */
  languages: v.pipe(
    v.array(v.picklist(languageCodes)),
    v.minLength(1, 'is empty: list a language'),
    v.check((codes) => new Set(codes).size === codes.length, 'contains a language twice'),
  ),
  names: v.strictObject({ english: filled, chinese: filled }),
  real: v.picklist([0, 1]),
  servicePhone: v.pipe(v.string(), v.regex(/^\+?\d{3,15}$/)),
  deepLinkScheme: v.pipe(v.string(), v.regex(/^[a-z][a-z0-9+.-]*$/)),
  storeUrl: v.pipe(v.string(), v.url()),
  /** The app's file for phones without that store, and Apple's store, if there are any. */
  apkUrl: v.optional(v.pipe(v.string(), v.url(), v.startsWith('https://', 'must be an https address'))),
  appStoreUrl: v.optional(v.pipe(v.string(), v.url(), v.startsWith('https://', 'must be an https address'))),
  timeZone: filled,
  /** The days of each holiday besides Saturdays and Sundays: they do not count as promised weekdays (CMP-13). */
  holidays: v.pipe(
    v.record(filled, v.array(v.pipe(v.string(), v.isoDate('is not a day')))),
    v.transform(
      (named): ReadonlyMap<string, string> =>
        new Map(Object.entries(named).flatMap(([name, days]) => days.map((day) => [day, name] as const))),
    ),
  ),
  colours: v.strictObject({ light: colourSet, dark: colourSet }),
  look: lookSchema,
  lender: v.strictObject({
    legalName: filled,
    address: filled,
    email: v.pipe(v.string(), v.email()),
    registration: filled,
    authority: filled,
  }),
  legal: legalSchema,
  customerService: v.strictObject({
    email: v.pipe(v.string(), v.email()),
    /** The address of online customer service (INFO-03). */
    online: v.pipe(v.string(), v.url(), v.startsWith('https://', 'must be an https address')),
    /** The hours in which a person answers. */
    hours: filled,
    /** The same in full hours of the brand's zone, `until` exclusive, on no day of `holidays`: whether somebody answers now. */
    open: v.optional(
      v.pipe(
        v.strictObject({ from: hour, until: hour, days: v.picklist(contactDays) }),
        v.check(({ from, until }) => from < until, 'ends before it begins'),
      ),
    ),
  }),
  partners: v.array(
    v.strictObject({ host: v.pipe(v.string(), v.regex(/^[a-z0-9.-]+(:\d+)?$/)), trusted: v.boolean() }),
  ),
  /** The largest instalment as a share of declared monthly income, in ppm. */
  offerDays: whole,
  retention: retentionSchema,
  /** Years after which the daily run archives the events and the books of a settled loan; never if absent. */
  archiveAfterYears: v.optional(v.pipe(whole, v.minValue(1), v.maxValue(30))),
  /** Identity checks of applications and accounts. */
  identity: v.strictObject({
    /** A device that another borrower applied with: `refer` sends the application to review. */
    sharedDevice: v.picklist(['refer', 'ignore']),
    /** Hours that payouts to a replacement account wait. */
    accountHoldHours: v.pipe(whole, v.minValue(1), v.maxValue(240)),
    /** The kinds of documents of which a borrower sends pictures before a loan; none: the brand asks for no document. */
    documents: v.optional(v.array(v.picklist(documentKinds)), []),
    /** True: a selfie is required too. */
    selfie: v.optional(v.boolean(), true),
    /** The comparison of borrowers with the lists of persons whom the lender must not deal with. */
    screening: v.optional(screeningSchema, defaultScreening),
  }),
  /** The law's limits for a complaint, if the market's are not the lender's: calendar days after its receipt. */
  complaints: v.optional(
    v.strictObject({
      acknowledgeDays: v.pipe(whole, v.minValue(1), v.maxValue(365)),
      answerDays: v.pipe(whole, v.minValue(1), v.maxValue(365)),
      /** The law and its clause, as counsel names it. */
      source: filled,
    }),
  ),
  contact: v.optional(contactSchema, defaultContact),
  /** The first version of what borrowers are sent before and after a due date; later ones are in the database. */
  strategy: v.optional(strategySteps, [...shippedSteps]),
  applyAgainDays: whole,
  /**
   * The brand's own cost ceilings in ppm of the amount lent (a month has 30 days), for loans that no law of its market
   * covers.
   */
  ceilings: v.optional(ceilingsSchema),
  products: v.pipe(v.array(productSchema), v.minLength(1)),
  channels: v.pipe(v.array(channelSchema), v.minLength(1)),
  transfers: v.array(transferSchema),
  recommended: v.array(recommendationSchema),
});
