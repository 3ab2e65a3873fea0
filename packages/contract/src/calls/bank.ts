import * as v from 'valibot';
import { empty, flag, idOf, text, whole } from '../fields/fields.ts';
import { formItem } from '../shapes/form.ts';
import { call } from '../wire/call.ts';
import { type InternalValue, named, object, objectWithRest, strictObject } from '../wire/wire.ts';

/** `accountTypes` are the types of the tab switcher [ours]. */
export const cardInit = call({
  name: 'cardInit',
  path: '/v3/bind-card/card-init',
  encoding: 'form',
  input: strictObject({ productId: named('product_id', v.optional(idOf<'product'>())) }),
  output: object({
    items: v.array(formItem),
    accountTypes: named('types', v.array(v.object({ name: v.string(), type: whole }))),
    /**
     * [ours] 1 if binding requires the code that `accountCode` sends: to replace an account, or for the first
     * one of a session that did not prove the number on this device within ten minutes.
     */
    needsCode: flag,
    /** [ours] The last digits of the number that receives the code. */
    phoneEnding: named('phone', v.string()),
  }),
});
export type CardInit = InternalValue<typeof cardInit.output>;

/**
 * BANK-06: the form's values by item code, the account type, the product. Item codes are data; the server
 * checks them against the form.
 */
const bindInput = objectWithRest(
  {
    /** 1 bank account, 2 e-wallet (BANK-07: 1 when not sent). */
    accountType: named('cardType', v.optional(whole)),
    productId: named('product_id', v.optional(idOf<'product'>())),
    /** BANK-07: 90006 when not sent. */
    channelNumber: v.optional(text(20)),
    /** [ours] The order whose payout waits for this account. */
    orderId: v.optional(idOf<'order'>()),
    /** [ours] The code, if binding requires one. */
    smsCode: v.optional(text(6)),
  },
  // The union lets TypeScript accept the number `accountType` next to it. At run time an item's value must be text.
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
  /** No text message about the change can be sent to the owner of the number today, so the account is not changed. */
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

/** The second path of BANK-08, used when the borrower came from the loan's details. */
export const bindCardFromOrder = call({
  name: 'bindCardFromOrder',
  path: '/v3/loan-details/bind-card-new',
  encoding: 'form',
  input: bindInput,
  output: empty,
  rejections: bindRejections,
  idempotent: true,
});

/** [ours] Sends a code to the borrower's number. Binding an account may require it. */
export const accountCode = call({
  name: 'accountCode',
  path: '/v3/bind-card/send-code',
  encoding: 'form',
  input: v.strictObject({}),
  output: v.object({ seconds: whole }),
  rejections: { tooSoon: '50109', tooManyToday: '50110', cannotNotify: '50112' },
});

/** The token in the link of the text message about a replaced account. */
const changeToken = text(40);
const changeRejections = { unknownChange: '50111' } as const;

/** [ours] Describes the replacement of an account to the person who opens the link in the text message. */
export const accountChange = call({
  name: 'accountChange',
  path: '/v3/bind-card/account-change',
  caller: 'anyone',
  input: strictObject({ token: named('change', changeToken) }),
  output: object({
    text: v.string(),
    /**
     * `open`: it can be undone. `disowned`: it is undone. `paid`: money went to the new account; the borrower
     * must call the lender.
     */
    state: v.picklist(['open', 'disowned', 'paid']),
    servicePhone: named('telephone', v.string()),
  }),
  rejections: changeRejections,
});
export type AccountChange = InternalValue<typeof accountChange.output>;

/** [ours] "That was not me": restores the former account, holds pending payouts, and ends every session. */
export const disownAccountChange = call({
  name: 'disownAccountChange',
  path: '/v3/bind-card/not-me',
  caller: 'anyone',
  input: strictObject({ token: named('change', changeToken) }),
  output: accountChange.output,
  rejections: changeRejections,
});
