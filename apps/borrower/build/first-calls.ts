import { profile } from '@hiram/contract/account';
import { waysOut } from '@hiram/contract/arrangement';
import { cardInit } from '@hiram/contract/bank';
import type { Call } from '@hiram/contract/call';
import { contactsOfLender, problemDetail, problemInit, problemList } from '@hiram/contract/complaint';
import { confirmDetail, contractList, maskedConfirm } from '@hiram/contract/confirm';
import { confirmScene } from '@hiram/contract/confirm-scene';
import { homeIndex, productDetail, recommendList } from '@hiram/contract/home';
import { storedContracts } from '@hiram/contract/info';
import { jointFailure } from '@hiram/contract/joint-login';
import { repaymentWay } from '@hiram/contract/legacy';
import { messageList } from '@hiram/contract/messages';
import { loanDetails, orderList } from '@hiram/contract/order';
import { instalmentDetail, laterCost, payType } from '@hiram/contract/repay';

/**
 * The first call of a screen, sent by the page's inline script before any bundle arrives. `from` lists the page
 * parameters of its input, in the order in which the screen's `useCall` writes them.
 */
export interface FirstCallPlan {
  readonly call: Call;
  readonly from: readonly {
    readonly parameter: string;
    readonly field: string;
    /** The screen sends it as a number, so this call must too. */
    readonly number?: true;
  }[];
  /** The server begins this call when it answers the document, and renders the first view. Only for calls that write nothing. */
  readonly onServer?: true;
  /** A second call that the screen sends when it has the first one's answer. The server begins both, and renders with both. */
  readonly next?: {
    readonly call: Call;
    readonly from: readonly (
      | FirstCallPlan['from'][number]
      | { readonly field: string; readonly value: number }
    )[];
  };
}

const productId = { parameter: 'productId', field: 'productId' };
const orderId = { parameter: 'orderId', field: 'orderId' };

const steps = { parameter: 'steps', field: 'steps', number: true } as const;

const order: FirstCallPlan = { call: loanDetails, from: [productId, orderId], onServer: true };
const amount = { parameter: 'amount', field: 'amount', number: true } as const;
const confirm: FirstCallPlan = {
  call: confirmDetail,
  from: [productId, amount],
  onServer: true,
  next: { call: contractList, from: [productId, { field: 'scene', value: confirmScene }] },
};

/** By path. A test opens each page and checks that the screen uses the early call instead of sending it again. */
export const firstCalls: Readonly<Record<string, FirstCallPlan>> = {
  '/order': order,
  '/loanDetail': order,
  '/loanConfirm': confirm,
  '/loanConfirmPeriod': confirm,
  '/loanConfirmMasked': { call: maskedConfirm.detail, from: [productId, amount] },
  '/repay': { call: instalmentDetail, from: [productId, orderId, steps], onServer: true },
  '/repayOrNot': { call: laterCost, from: [productId, orderId], onServer: true },
  '/utrSubmit': { call: payType, from: [orderId] },
  '/legacyRepay': { call: repaymentWay, from: [orderId] },
  '/setting': { call: profile, from: [] },
  '/waysOut': { call: waysOut, from: [orderId] },
  '/contactsOfLender': { call: contactsOfLender, from: [] },
  '/contracts': { call: storedContracts, from: [orderId] },
  '/bindBank': { call: cardInit, from: [productId] },
  '/product': { call: homeIndex, from: [], onServer: true },
  '/recommendList': { call: recommendList, from: [] },
  '/jointLoginFailure': { call: jointFailure, from: [productId, orderId] },
  '/orderList': { call: orderList, from: [{ parameter: 'tab', field: 'tab' }], onServer: true },
  '/complaint': { call: problemInit, from: [orderId] },
  '/complainPageNext': { call: problemInit, from: [orderId] },
  '/complaintList': { call: problemList, from: [] },
  '/complainDetails': {
    call: problemDetail,
    from: [{ parameter: 'problemId', field: 'complaintId' }],
  },
  '/main': { call: homeIndex, from: [], onServer: true },
  '/messages': { call: messageList, from: [] },
  '/productDetail': { call: productDetail, from: [productId, amount], onServer: true },
};
