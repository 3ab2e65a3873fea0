import * as v from 'valibot';
import { dateText, empty, flag, flagInput, nothing, shownIdOf } from '../fields/fields.ts';
import { call } from '../wire/call.ts';
import { type InternalValue, object } from '../wire/wire.ts';

/** The channels by which a message goes besides the app. */
export const messageChannels = ['sms', 'email', 'push'] as const;

/** What a message can lead to: its loan, an arrangement that is offered, the borrower's complaints. */
export const messageOpens = ['loan', 'offer', 'complaints'] as const;

const message = object({
  messageId: shownIdOf<'notice'>(),
  title: v.string(),
  text: v.string(),
  /** The business day on which it came. */
  receivedOn: dateText,
  /** The time of that day in the brand's time zone, as the language writes it: `15:30`. */
  receivedAt: v.string(),
  isRead: flag,
  /** How it was sent besides; absent: it stands in the app alone. */
  channel: v.optional(v.picklist(messageChannels)),
  /** The page on which the borrower does what it asks for; absent: it asks for nothing, or names the page's address. */
  opens: v.optional(v.picklist(messageOpens)),
  orderId: v.optional(shownIdOf<'order'>()),
});

/** [ours] What the lender told the borrower: the newest fifty messages, in the borrower's language. */
export const messageList = call({
  name: 'messageList',
  path: '/v3/message/list',
  input: nothing,
  /** `today`: the business day. */
  output: object({ today: dateText, list: v.array(message) }),
});
export type Message = InternalValue<typeof message>;

/** [ours] Marks every message as read. */
export const readMessages = call({
  name: 'readMessages',
  path: '/v3/message/read',
  input: nothing,
  output: empty,
});

/** The purposes of messages. */
export const messagePurposes = ['service', 'reminder', 'collection', 'marketing'] as const;

/** [ours] Which messages the borrower gets. Those with `canSwitch` 0 cannot be switched off. */
export const messagePreferences = call({
  name: 'messagePreferences',
  path: '/v3/message/preferences',
  input: nothing,
  output: object({
    list: v.array(
      object({
        purpose: v.picklist(messagePurposes),
        title: v.string(),
        isOn: flag,
        canSwitch: flag,
      }),
    ),
  }),
});
export type MessagePreference = InternalValue<typeof messagePreferences.output>['list'][number];

/** [ours] Switches the messages of a purpose on or off. */
export const setMessagePreference = call({
  name: 'setMessagePreference',
  path: '/v3/message/set-preference',
  input: v.strictObject({ purpose: v.picklist(messagePurposes), isOn: flagInput }),
  output: empty,
  rejections: { notFree: '60302' },
});
