import * as v from 'valibot';
import { call } from './call.ts';
import { empty, id, text, whole } from './fields.ts';
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
const bindRefusals = {
  required: '50101',
  malformed: '50102',
  noSuchOption: '50103',
  unknownItem: '50104',
  noSuchChannel: '50105',
  noSuchType: '50106',
} as const;

export const bindCard = call({
  name: 'bindCard',
  path: '/v3/bind-card/bind-card-new',
  encoding: 'form',
  input: bindInput,
  output: empty,
  refusals: bindRefusals,
  once: true,
});

/** The other path of BANK-08, used when the borrower came from the loan's details. */
export const bindCardFromOrder = call({
  name: 'bindCardFromOrder',
  path: '/v3/loan-details/bind-card-new',
  encoding: 'form',
  input: bindInput,
  output: empty,
  refusals: bindRefusals,
  once: true,
});
