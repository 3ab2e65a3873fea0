import { addLoan } from '@hiram/contract/calculator';
import { problemSave } from '@hiram/contract/complaint';
import { payCode } from '@hiram/contract/repay';
import type { Demo, Hiram } from './hiram.ts';
import { isThorough } from './sweeps.ts';

/** A screen as a sweep opens it. */
export interface Screen {
  readonly path: string;
  readonly borrower: Demo | undefined;
  /** The page's first heading, where the route decides it. */
  readonly heading?: string | RegExp;
  /** A part of the address of the call that the document starts by itself, before any script of ours runs. */
  readonly earlyCall?: string;
}

/** Every route, in each state that looks different. */
export async function everyScreen(hiram: Hiram): Promise<readonly Screen[]> {
  const quiet = { kindTips: 0, isScore: 0 } as const;
  const late = await hiram.borrower({ state: '180', with: { kindTips: 0, isDelay: 1 } });
  const ready = await hiram.borrower({ state: 'ready' });
  const single = await hiram.borrower({ state: 'ready', kind: 'single' });
  const { loanId } = await hiram.send(
    addLoan,
    { name: 'Tricycle', principal: 12_000_000, rate: 180_000, tenure: 48, startDate: '2026-01-31' },
    { sessionId: ready.sessionId },
  );
  const states = await Promise.all(
    // Every status has its own test; `npm run verify` sweeps over all of them.
    (isThorough ? (['21', '110', '170', '174', '200'] as const) : (['110'] as const)).map((state) =>
      hiram.borrower({ state, with: quiet }),
    ),
  );
  const { payUrl } = await hiram.send(
    payCode,
    { orderId: late.orderId, amount: 480_941, channelNumber: '10004' },
    { sessionId: late.sessionId },
  );
  const { problemId } = await hiram.send(
    problemSave,
    { problemType: 4, problemDetail: 'My payment does not show.', orderNo: late.orderId },
    { sessionId: late.sessionId },
  );
  const failedPartner = await hiram.borrower({ state: '110', with: { jointFailure: 1 } });
  const order = { path: '/order', heading: 'Order Details', earlyCall: 'loan-details/loan-details' };
  return [
    { ...order, borrower: late },
    { ...order, path: '/loanDetail', borrower: late },
    ...states.map((borrower) => ({ ...order, borrower })),
    ...(isThorough ? [{ ...order, borrower: await hiram.borrower({ state: '151' }) }] : []),
    // With the dialogs that these states open.
    { ...order, borrower: await hiram.borrower({ state: '200' }) },
    { ...order, borrower: await hiram.borrower({ state: '174' }) },
    { path: '/complaint', borrower: late, heading: 'Complaint' },
    { path: '/complainPageNext?problemType=4', borrower: late },
    { path: '/complaintList', borrower: late },
    { path: `/complainDetails?problemId=${problemId}`, borrower: late },
    { path: '/testPreview', borrower: late },
    {
      path: '/loanConfirmPeriod',
      borrower: ready,
      heading: 'Confirm your loan',
      earlyCall: 'loan-confirm/detail',
    },
    {
      path: '/loanConfirm',
      borrower: single,
      heading: 'Confirm your loan',
      earlyCall: 'loan-confirm/detail',
    },
    { path: '/loanConfirmMasked', borrower: ready, earlyCall: 'gopia/qira/lumo' },
    { path: '/bindBank', borrower: ready, heading: 'Payment account information', earlyCall: 'card-init' },
    { path: '/repay', borrower: late, heading: 'Repayment', earlyCall: 'instalment-detail' },
    { path: '/repayDelay', borrower: late, heading: 'Rollover Repayment' },
    { path: '/repayOrNot', borrower: late, heading: 'Pay now or later' },
    { path: '/waysOut', borrower: late, heading: 'I cannot pay now', earlyCall: 'loan-arrangement/ways' },
    { path: '/contactsOfLender', borrower: late, heading: 'Who contacted me' },
    { path: '/privacyPolicy', borrower: undefined, heading: 'Privacy policy' },
    { path: '/aboutUs', borrower: undefined, heading: 'About us' },
    { path: '/loanAgreement', borrower: undefined, heading: 'Loan terms and conditions' },
    { path: '/customerService', borrower: undefined, heading: 'Customer service' },
    { path: '/contracts', borrower: late },
    { path: '/setting', borrower: late, heading: 'Settings' },
    { path: '/messages', borrower: late, heading: 'Messages', earlyCall: 'message/list' },
    { path: '/apply', borrower: ready, heading: 'Your details' },
    { path: '/apply?group=personal', borrower: ready },
    { path: '/repaymentOfCode2', borrower: late },
    { path: '/paymentInstructions', borrower: late, heading: 'How to repay' },
    { path: '/utrSubmit', borrower: late },
    { path: '/legacyRepay', borrower: late },
    { path: '/bindCard', borrower: late, heading: 'Add a bank card' },
    { path: payUrl, borrower: late },
    { path: '/main', borrower: late, heading: 'Hiram', earlyCall: 'home/index' },
    { path: '/main', borrower: ready, heading: 'Hiram', earlyCall: 'home/index' },
    { path: '/productDetail', borrower: ready, heading: 'Salapi Loan', earlyCall: 'product/detail' },
    { path: '/product', borrower: ready, heading: 'Loans', earlyCall: 'home/index' },
    { path: '/orderList', borrower: late, heading: 'My loans', earlyCall: 'order/list' },
    { path: '/orderList?tab=due', borrower: late, heading: 'My loans', earlyCall: 'order/list' },
    { path: '/orderList', borrower: ready, heading: 'My loans', earlyCall: 'order/list' },
    {
      path: '/recommendList',
      borrower: ready,
      heading: 'Other loans',
      earlyCall: 'recommend-list',
    },
    {
      path: '/jointLoginFailure',
      borrower: failedPartner,
      heading: 'Order Details',
      earlyCall: 'joint-login/failure',
    },
    { path: '/calculator', borrower: ready, heading: /Calculator/ },
    { path: '/calculator?tab=exchange', borrower: ready },
    { path: '/calculator?tab=loans', borrower: ready },
    { path: `/calculator?tab=loans&loanId=${loanId}`, borrower: ready },
    { path: '/login', borrower: undefined, heading: 'Hiram' },
  ];
}

/** The address of a screen, whose path may have parameters of its own. */
export function addressOf(hiram: Hiram, { path, borrower }: Screen): string {
  const [route = '', query = ''] = path.split('?');
  return hiram.url(route, borrower, Object.fromEntries(new URLSearchParams(query)));
}
