import {
  consents,
  devices,
  profile,
  redeemTicket,
  savePreferences,
  setConsent,
  smsCode,
  ticket,
} from '@hiram/contract/account';
import { cardInit } from '@hiram/contract/bank';
import { addLoan, calculateEmi, exchangeRate, listLoans, loanInfo } from '@hiram/contract/calculator';
import type { Call, SentInput, WireOutput } from '@hiram/contract/call';
import { certifyForm, certifyOptions, certifySave, certifySteps } from '@hiram/contract/certify';
import {
  problemDetail,
  problemInit,
  problemList,
  problemReply,
  problemSave,
} from '@hiram/contract/complaint';
import {
  acknowledgeDisclosure,
  confirmDetail,
  contractJump,
  contractList,
  loanPush,
} from '@hiram/contract/confirm';
import { confirmScene } from '@hiram/contract/confirm-scene';
import { contactList, contactSave, deviceSave, locationSave } from '@hiram/contract/device';
import { homeIndex, productApply, productDetail, recommendList } from '@hiram/contract/home';
import { contactInfo, legalText, storedContracts } from '@hiram/contract/info';
import { jointFailure } from '@hiram/contract/joint-login';
import { cardBanks, repaymentWay } from '@hiram/contract/legacy';
import { loanDetails, orderList, rateOrder, withdraw } from '@hiram/contract/order';
import { channelTemplate, getSid, trackClick, trackVisit } from '@hiram/contract/promotion';
import {
  codeStatus,
  delayDetail,
  instalmentDetail,
  laterCost,
  payCode,
  payType,
  utrSubmit,
} from '@hiram/contract/repay';
import { saveEvent } from '@hiram/contract/tracking';
import { type BenchBorrower, car, type State } from './people.ts';

/** Sends a call before the measured one, outside the measured time. */
export type Before = <C extends Call>(call: C, input: SentInput<C>) => Promise<WireOutput<C>>;

export interface Measured {
  readonly call: Call;
  /** The kinds of borrowers who send the call, in rotation. */
  readonly of: readonly State[];
  /** True if each borrower can do it only once. */
  readonly once: boolean;
  /** The caller has no session and a new device. */
  readonly visitor?: boolean;
  /** The number of parallel calls, two by default. Calls that the server collects into batches need more. */
  readonly lanes?: number;
  readonly input: (borrower: BenchBorrower, before: Before) => object | Promise<object>;
}

const anyone = ['180', '170', '174', '200'] as const;
const payers = ['180', '174'] as const;

const from = (
  of: readonly State[],
  call: Call,
  input: Measured['input'],
  { once = false } = {},
): Measured => ({ call, of, once, input });

const fromVisitor = (call: Call, input: Measured['input']): Measured => ({
  ...from(['170'], call, input),
  visitor: true,
});

const order = ({ orderId }: BenchBorrower) => ({ orderId });
const product = ({ productId }: BenchBorrower) => ({ productId });
/** A mobile number that no other borrower has. */
const digits = (no: number) => `138${String(no).padStart(8, '0')}`;
/** A number that no earlier call used, also in the book of an earlier run. */
let serial = Date.now() % 100_000_000;
const next = () => {
  serial += 1;
  return serial;
};

async function offer({ productId }: BenchBorrower, before: Before) {
  const { amount, periods } = await before(confirmDetail, { productId });
  return { productId, amount, periods, termUnit: 'day' } as const;
}

/** The calls of borrowers' and visitors' pages, those that read and those that change something. */
export const measuredCalls: readonly Measured[] = [
  from([...anyone, 'ready'], homeIndex, () => ({})),
  from([...anyone, 'ready'], productDetail, product),
  from(anyone, recommendList, () => ({})),
  from(['ready'], productApply, product),
  from(['ready'], confirmDetail, product),
  from(['ready'], contractList, (borrower) => ({ ...product(borrower), scene: confirmScene })),
  from(['ready'], contractJump, (borrower) => ({ ...product(borrower), scene: confirmScene, position: 0 })),
  from(['ready'], acknowledgeDisclosure, async ({ productId }, before) => {
    const { amount, disclosure } = await before(confirmDetail, { productId });
    return { productId, amount, hash: disclosure.hash };
  }),
  from(['ready'], loanPush, offer, { once: true }),
  from(['151'], withdraw, order, { once: true }),
  from(anyone, loanDetails, order),
  from(anyone, orderList, () => ({})),
  from(anyone, storedContracts, order),
  from(['200'], rateOrder, (borrower) => ({ ...order(borrower), score: 5, stars: 4 })),
  from(payers, instalmentDetail, order),
  from(['174'], delayDetail, order),
  from(payers, laterCost, order),
  from(payers, payType, order),
  // A new amount each time: for the same amount the server would return the open code.
  from(payers, payCode, (borrower) => ({
    ...order(borrower),
    amount: 10_000 + (next() % 4_000) * 100,
    channelNumber: '10001',
  })),
  from(payers, codeStatus, ({ code }) => ({ payCode: code })),
  from(['180'], utrSubmit, (borrower) => ({
    ...order(borrower),
    channelNumber: '10005',
    utr: `SIZE${String(next()).padStart(12, '0')}`,
    amount: 480_941,
  })),
  from(payers, repaymentWay, order),
  from(anyone, cardBanks, () => ({})),
  from(anyone, cardInit, () => ({})),
  from(anyone, certifySteps, () => ({})),
  from(anyone, certifyForm, () => ({ group: 'personal' })),
  from(anyone, certifyOptions, () => ({ kind: 'city-select' })),
  from(['200'], certifySave, async (_who, before) => {
    const { revision } = await before(certifyForm, { group: 'extra' });
    return { group: 'extra', values: {}, revision, draft: 1 };
  }),
  from(anyone, problemInit, order),
  from(anyone, problemList, () => ({})),
  from(anyone, problemDetail, ({ problemId }) => ({ problemId })),
  from(anyone, problemSave, ({ orderId }) => ({
    problemType: 2,
    problemDetail: 'At size',
    orderNo: orderId,
  })),
  from(anyone, problemReply, ({ problemId }) => ({ problemId, problemDetail: 'More of it' })),
  from(anyone, contactList, () => ({})),
  from(anyone, contactSave, ({ no }) => ({
    name: 'Jose Cruz',
    phone: digits(no),
    relation: 'friend',
  })),
  from(anyone, deviceSave, () => ({ deviceName: 'Phone', osVersion: '12', appVersion: '1.0' })),
  from(anyone, locationSave, () => ({ latitude: 14.59, longitude: 120.98 })),
  from(anyone, profile, () => ({})),
  from(anyone, devices, () => ({})),
  from(anyone, consents, () => ({})),
  from(anyone, setConsent, () => ({ kind: 'marketing', given: 1 })),
  from(anyone, savePreferences, () => ({ theme: 'dark' })),
  from(anyone, ticket, () => ({})),
  from(anyone, redeemTicket, async (_who, before) => ({ ticket: (await before(ticket, {})).ticket })),
  from(anyone, listLoans, () => ({})),
  from(anyone, loanInfo, ({ loanId }) => ({ loanId })),
  from(anyone, addLoan, () => car),
  from(anyone, calculateEmi, () => ({ principal: 12_000_000, rate: 180_000, tenure: 24 })),
  from(anyone, exchangeRate, () => ({})),
  from(anyone, jointFailure, () => ({})),
  from(anyone, saveEvent, () => ({ moduleId: 30, positionId: 1 })),
  fromVisitor(contactInfo, () => ({ overall: 30 })),
  fromVisitor(legalText, () => ({ name: 'privacy-policy' })),
  fromVisitor(channelTemplate, () => ({})),
  fromVisitor(getSid, () => ({})),
  { ...fromVisitor(trackVisit, () => ({ page_id: 'size', user_from: 'bench' })), lanes: 20 },
  { ...fromVisitor(trackClick, () => ({ page_id: 'size', user_from: 'bench' })), lanes: 20 },
  fromVisitor(smsCode, () => ({ phone: `139${String(next()).slice(-8).padStart(8, '0')}` })),
];
