import * as v from 'valibot';
import { cents, dateText, flag, idOf, row, text, whole } from '../fields/fields.ts';
import { call } from '../wire/call.ts';
import { type InternalValue, named, object, strictObject } from '../wire/wire.ts';

/** A planned repayment in cents. [ours] `principal` and `interest` sum to `amount`. */
export const plannedRepayment = object({
  amount: whole,
  dueDate: named('pay_time', dateText),
  title: v.string(),
  description: v.string(),
  principal: whole,
  interest: whole,
});

const detailInput = v.strictObject({
  productId: idOf<'product'>(),
  /** [ours] Cents, within the product's range. Default: the offered amount. */
  amount: v.optional(cents),
});

const detailOutput = object({
  amount: whole,
  /** The term in units of `termUnit`. */
  term: named('periods', whole),
  termUnit: v.literal('day'),
  /** [ours] `kind`: the figure, of those that the page may show by itself. */
  rows: named(
    'details',
    v.array(
      v.object({
        ...row.entries,
        /** [ours] The parts of the value. */
        note: v.optional(v.string()),
        kind: v.optional(v.picklist(['received', 'fee', 'interest', 'total'])),
      }),
    ),
  ),
  repayments: named('repay_plans', v.array(plannedRepayment)),
  firstDueDate: named('firstPayTime', dateText),
  daysToFirstRepayment: named('firstPeriodDay', whole),
  rateText: named('pRateDsc', v.string()),
  sendsText: named('sendSms', flag),
  asksBeforeLeaving: named('isPopType', flag),
  leavePromptTitle: named('popTitle', v.string()),
  leavePromptText: named('popContent', v.string()),
  agreementUrl: named('popAgreementUrl', v.string()),
  productLogo: named('comProductLogo', v.string()),
  productName: named('comProductName', v.string()),
  /** [ours] Cents: the payout after the fee, and the product's range of amounts. */
  netProceeds: whole,
  amountMin: whole,
  amountMax: whole,
  amountStep: whole,
  /**
   * [ours] Days after the payout: the first with an early payoff (TERM-03), and the length of the cooling-off
   * period (0: none).
   */
  earliestPayoffDay: named('prepayDay', whole),
  coolingOffDays: whole,
  /** [ours] Whether the agreement box is ticked initially (CONF-03). */
  agreementTicked: flag,
  /**
   * [ours] The disclosure statement of this offer: whether the market requires a separate acknowledgement
   * before consent, and whether it was given.
   */
  disclosure: v.object({
    needed: flag,
    acknowledged: flag,
    title: v.string(),
    /** The url of the statement, and the digest of its content. */
    url: v.string(),
    hash: v.string(),
  }),
});
export type ConfirmDetail = InternalValue<typeof detailOutput>;

const listInput = v.strictObject({ productId: idOf<'product'>(), scene: whole });
const listOutput = v.object({ list: v.array(v.object({ title: v.string() })) });

const jumpInput = v.strictObject({
  productId: idOf<'product'>(),
  scene: whole,
  /** Position in the contract list, from 0. */
  position: whole,
  orderId: v.optional(text(64)),
  /** [ours] Cents: the loan amount for the figures in the text. */
  amount: v.optional(cents),
});
const jumpOutput = object({ contractUrl: named('contract_url', v.string()) });

const pushInput = strictObject({
  amount: cents,
  term: named('periods', whole),
  termUnit: v.literal('day'),
  productId: idOf<'product'>(),
});
const pushOutput = object({ orderUrl: named('lendDetailsUrl', v.string()) });

const offerRejections = {
  withdrawn: '20101',
  notCertified: '20102',
  runningOrder: '20103',
  tooSoon: '20104',
  amountOutOfRange: '20105',
  blocked: '20106',
} as const;
const pushRejections = {
  ...offerRejections,
  termDiffers: '20107',
  offerChanged: '20108',
  disclosureFirst: '20109',
} as const;
const contractRejections = { noSuchContract: '20201', amountOutOfRange: '20105' } as const;

export const confirmDetail = call({
  name: 'confirmDetail',
  path: '/v3/loan-confirm/detail',
  input: detailInput,
  output: detailOutput,
  rejections: offerRejections,
});
export const contractList = call({
  name: 'contractList',
  path: '/v3/contract/list',
  input: listInput,
  output: listOutput,
  rejections: contractRejections,
});
export const contractJump = call({
  name: 'contractJump',
  path: '/v3/contract/jump',
  input: jumpInput,
  output: jumpOutput,
  rejections: contractRejections,
});
/**
 * [ours] Records that the borrower has received and read the disclosure statement of an offer. `hash` is the digest of the shown
 * statement; any other digest is rejected as `offerChanged`. A second acknowledgement changes nothing.
 */
export const acknowledgeDisclosure = call({
  name: 'acknowledgeDisclosure',
  path: '/v3/loan-confirm/acknowledge',
  input: v.strictObject({ productId: idOf<'product'>(), amount: cents, hash: text(64) }),
  output: v.object({ acknowledged: flag }),
  rejections: { ...offerRejections, offerChanged: '20108' },
});

/** Applies for the loan. The server recomputes every amount from its own offer. */
export const loanPush = call({
  name: 'loanPush',
  path: '/v3/loan-confirm/push',
  input: pushInput,
  output: pushOutput,
  rejections: pushRejections,
  idempotent: true,
});

/** The same four calls with masked paths and field names (CONF-09). */
export const maskedConfirm = {
  detail: call({
    name: 'confirmDetailMasked',
    path: '/gopia/qira/lumo',
    masked: 'both',
    input: detailInput,
    output: detailOutput,
    rejections: offerRejections,
  }),
  list: call({
    name: 'contractListMasked',
    path: '/gopia/qira/tesa',
    masked: 'both',
    input: listInput,
    output: listOutput,
    rejections: contractRejections,
  }),
  jump: call({
    name: 'contractJumpMasked',
    path: '/gopia/qira/vani',
    masked: 'both',
    input: jumpInput,
    output: jumpOutput,
    rejections: contractRejections,
  }),
  push: call({
    name: 'loanPushMasked',
    path: '/gopia/qira/zero',
    masked: 'both',
    input: pushInput,
    output: pushOutput,
    rejections: pushRejections,
    idempotent: true,
  }),
} as const;
