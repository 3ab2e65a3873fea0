import * as v from 'valibot';
import { call } from './call.ts';
import { empty, flag, id, text, whole } from './fields.ts';
import { formItem } from './form.ts';

/** `product_id` as the specification spells it here. `types` names the card types of the tab switcher [ours]. */
export const cardInit = call({
  name: 'cardInit',
  path: '/v3/bind-card/card-init',
  encoding: 'form',
  input: v.strictObject({ product_id: v.optional(id) }),
  output: v.object({
    items: v.array(formItem),
    types: v.array(v.object({ name: v.string(), type: whole })),
    /** [ours] 1 where the account replaces another: binding asks for the code that `accountCode` sends. */
    needsCode: flag,
    /** [ours] The end of the number that the code goes to. */
    phone: v.string(),
  }),
});
export type CardInit = v.InferOutput<typeof cardInit.output>;

/** BANK-06: each item by its code, the card type, the product. The item codes are data, so the server checks them against the form. */
const bindInput = v.objectWithRest(
  {
    /** 1 bank account, 2 e-wallet (BANK-07: 1 when not sent). */
    cardType: v.optional(whole),
    product_id: v.optional(id),
    /** BANK-07: 90006 when not sent. */
    channelNumber: v.optional(text(20)),
    /** [ours] the order whose payout waits for this account. */
    orderId: v.optional(id),
    /** [ours] the code that an account which replaces another needs. */
    smsCode: v.optional(text(6)),
  },
  // Typed so that `cardType` may be a number beside it; an item's own value is text and nothing else.
  v.union([
    text(200),
    v.pipe(
      v.number(),
      v.check(() => false, 'must be text'),
    ),
  ]),
);
const bindRejections = {
  required: '50101',
  malformed: '50102',
  noSuchOption: '50103',
  unknownItem: '50104',
  noSuchChannel: '50105',
  noSuchType: '50106',
  needsCode: '50107',
  wrongCode: '50108',
  /** The owner of the number could not be told of the change by text today: the account stays as it is. */
  cannotNotify: '50112',
} as const;

export const bindCard = call({
  name: 'bindCard',
  path: '/v3/bind-card/bind-card-new',
  encoding: 'form',
  input: bindInput,
  output: empty,
  rejections: bindRejections,
  idempotent: true,
});

/** The other path of BANK-08, used when the borrower came from the loan's details. */
export const bindCardFromOrder = call({
  name: 'bindCardFromOrder',
  path: '/v3/loan-details/bind-card-new',
  encoding: 'form',
  input: bindInput,
  output: empty,
  rejections: bindRejections,
  idempotent: true,
});

/** [ours] Sends a code to the borrower's own number: an account that replaces another is bound with it alone. */
export const accountCode = call({
  name: 'accountCode',
  path: '/v3/bind-card/send-code',
  encoding: 'form',
  input: v.strictObject({}),
  output: v.object({ seconds: whole }),
  rejections: { tooSoon: '50109', tooManyToday: '50110', cannotNotify: '50112' },
});

/** What the link of the text about a replaced account carries. */
const changeToken = text(40);
const changeRejections = { unknownChange: '50111' } as const;

/** [ours] What a replaced account is, for whoever opens the link that its owner was sent. */
export const accountChange = call({
  name: 'accountChange',
  path: '/v3/bind-card/account-change',
  caller: 'anyone',
  input: v.strictObject({ change: changeToken }),
  output: v.object({
    text: v.string(),
    /** `open`: it can be taken back. `paid`: money has gone there, and the lender must be called. */
    state: v.picklist(['open', 'disowned', 'paid']),
    telephone: v.string(),
  }),
  rejections: changeRejections,
});
export type AccountChange = v.InferOutput<typeof accountChange.output>;

/** [ours] "That was not me": the former account counts again, what was to be paid waits, and every session ends. */
export const disownAccountChange = call({
  name: 'disownAccountChange',
  path: '/v3/bind-card/not-me',
  caller: 'anyone',
  input: v.strictObject({ change: changeToken }),
  output: accountChange.output,
  rejections: changeRejections,
});
