import { devices, profile } from '@hiram/contract/account';
import { cardInit } from '@hiram/contract/bank';
import { listLoans } from '@hiram/contract/calculator';
import type { Call } from '@hiram/contract/call';
import { certifyForm } from '@hiram/contract/certify';
import { problemInit, problemList, problemSave } from '@hiram/contract/complaint';
import { confirmDetail } from '@hiram/contract/confirm';
import { contactList } from '@hiram/contract/device';
import { homeIndex, productDetail, recommendList } from '@hiram/contract/home';
import { contactInfo, keptContracts } from '@hiram/contract/info';
import { jointFailure } from '@hiram/contract/joint-login';
import { repaymentWay } from '@hiram/contract/legacy';
import { loanDetails, orderList } from '@hiram/contract/order';
import { delayDetail, instalmentDetail, laterCost, payCode, payType } from '@hiram/contract/repay';

interface Someone {
  readonly orderId: string;
  readonly productId: string;
}

/** Every call that a borrower's page begins with, and those that move something, as a page would make them. */
export const borrowerCalls: readonly { readonly call: Call; readonly input: (who: Someone) => object }[] = [
  { call: homeIndex, input: () => ({}) },
  { call: productDetail, input: ({ productId }) => ({ productId }) },
  { call: recommendList, input: () => ({}) },
  { call: confirmDetail, input: ({ productId }) => ({ productId }) },
  { call: loanDetails, input: ({ orderId }) => ({ orderId }) },
  { call: orderList, input: () => ({}) },
  { call: instalmentDetail, input: ({ orderId }) => ({ orderId }) },
  { call: delayDetail, input: ({ orderId }) => ({ orderId }) },
  { call: laterCost, input: ({ orderId }) => ({ orderId }) },
  { call: payType, input: ({ orderId }) => ({ orderId }) },
  { call: payCode, input: ({ orderId }) => ({ orderId, amount: 10_000, channelNumber: '10001' }) },
  { call: repaymentWay, input: ({ orderId }) => ({ orderId }) },
  { call: cardInit, input: () => ({}) },
  { call: certifyForm, input: () => ({ group: 'personal' }) },
  { call: problemInit, input: ({ orderId }) => ({ orderId }) },
  { call: problemList, input: () => ({}) },
  {
    call: problemSave,
    input: ({ orderId }) => ({ problemType: 2, problemDetail: 'At size', orderNo: orderId }),
  },
  { call: keptContracts, input: ({ orderId }) => ({ orderId }) },
  { call: contactInfo, input: () => ({}) },
  { call: contactList, input: () => ({}) },
  { call: profile, input: () => ({}) },
  { call: devices, input: () => ({}) },
  { call: listLoans, input: () => ({}) },
  { call: jointFailure, input: () => ({}) },
];
