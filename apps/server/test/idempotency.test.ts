import { randomInt, randomUUID } from 'node:crypto';
import { addLoan, deleteLoan } from '@hiram/contract/calculator';
import type { Call } from '@hiram/contract/call';
import { calls } from '@hiram/contract/calls';
import { problemSave } from '@hiram/contract/complaint';
import { confirmDetail, maskedConfirm } from '@hiram/contract/confirm';
import { type IdentityPart, identityBegin, identityUploads } from '@hiram/contract/identity';
import { instalmentDetail, payCode } from '@hiram/contract/repay';
import { sandboxPay } from '@hiram/contract/sandbox';
import { addDays, localDate } from '@hiram/loan';
import sharp from 'sharp';
import { beforeAll, expect, test } from 'vitest';
import { contactOf } from './support/borrowers/contact-of.ts';
import { borrowerOfferedLess } from './support/borrowers/counter-offer.ts';
import {
  type Proposers,
  proposeParts,
  proposersOf,
  waitingAgreement,
} from './support/borrowers/proposed-parts.ts';
import { borrowerIdOfPhone, countRows } from './support/database/rows.ts';
import { type CallAnswer, sendAny } from './support/inputs/any-call.ts';
import { tryAll } from './support/inputs/property-runs.ts';
import type { DemoBorrower, Hiram } from './support/processes/running-server.ts';
import { setUpHiram } from './support/processes/set-up.ts';

const hiram = setUpHiram({ BRAND: 'spec,ph' });
let proposers: Proposers | undefined;
beforeAll(async () => {
  proposers = undefined;
});

type Input = Readonly<Record<string, unknown>>;

/** A call with one effect: the caller, the input, and another input for the same key. */
interface Action {
  readonly state: Parameters<Hiram['borrower']>[0]['state'];
  /** The caller, if they are no borrower of `spec` in that state. */
  readonly borrower?: () => Promise<DemoBorrower>;
  /** The input, once everything that it needs exists. */
  input(borrower: DemoBorrower): Promise<Input> | Input;
  readonly other: Input | (() => Promise<Input>);
  /** Tables to which it adds rows; none if it changes or deletes a row. */
  readonly adds: readonly string[];
  /** Two requests without a key have one effect too. */
  readonly plainTaps?: true;
  /** Checks the state that an interrupted phone may find when it repeats the request. */
  check?(borrower: DemoBorrower, answer: CallAnswer): Promise<unknown>;
}

const wallet = (tail: number) => ({
  cardType: 2,
  walletCode: 'GXCHPHM2',
  walletNumber: `0917123${tail}`,
  holderName: 'Maria Santos',
});
const picture = (background: string, side = 20) =>
  sharp({ create: { width: side, height: side, channels: 3, background } })
    .jpeg()
    .toBuffer();

async function offer(borrower: DemoBorrower, call: Call): Promise<Input> {
  const { data } = await sendAny(
    hiram,
    call,
    { productId: borrower.productId },
    { context: borrower.context },
  );
  return { amount: data.amount, periods: data.periods, termUnit: 'day', productId: borrower.productId };
}
async function due(borrower: DemoBorrower): Promise<number> {
  return (await hiram.send(instalmentDetail, { orderId: borrower.orderId }, borrower.context)).data
    .repayAmount;
}
async function dayAhead(days: number): Promise<string> {
  const { clock, db, defaultBrand } = hiram.server.appContext;
  return addDays(await clock.today(db, defaultBrand.timeZone), days);
}
const push = (detail: Call): Action => ({
  state: 'ready',
  input: (borrower) => offer(borrower, detail),
  other: { amount: 1_100_000 },
  adds: ['loan_order', 'agreement'],
  plainTaps: true,
});
const bind: Action = {
  state: 'ready',
  input: (borrower) => ({ ...wallet(4567), product_id: borrower.productId }),
  other: wallet(4568),
  adds: ['bank_account'],
  plainTaps: true,
};

/** A borrower of ph who has begun the identity step, with these pictures. */
async function unidentified(parts: readonly IdentityPart[], kind?: string): Promise<DemoBorrower> {
  const borrower = await hiram.borrower({ state: 'ready', with: { identified: 0 } }, 'ph');
  if (kind !== undefined) await hiram.send(identityBegin, { kind }, borrower.context);
  for (const part of parts) {
    const input = { picture: await picture('#8a4b00', 400) };
    await sendAny(hiram, identityUploads[part], input, { context: borrower.context });
  }
  return borrower;
}
const identityPicture: Action = {
  state: 'ready',
  borrower: () => unidentified([], 'philsys'),
  input: async () => ({ picture: await picture('#8a4b00', 400) }),
  other: async () => ({ picture: await picture('#004b8a', 400) }),
  adds: ['picture'],
};

/** A late borrower who may accept an arrangement. */
async function borrowerOfferedParts(): Promise<DemoBorrower> {
  proposers ??= await proposersOf(hiram);
  const borrower = await hiram.borrower({ state: '180' });
  await proposeParts(proposers, borrower, [localDate(await dayAhead(3))]);
  return borrower;
}

/** One for each call of the contract that is declared `once`: a new call without one fails the first test. */
const actions: Readonly<Record<string, Action>> = {
  addLoan: {
    state: 'ready',
    input: () => ({
      name: 'Motorbike',
      principal: 5_000_000,
      rate: 120_000,
      tenure: 12,
      startDate: '2026-01-31',
    }),
    other: { name: 'Fridge' },
    adds: ['saved_loan'],
  },
  deleteLoan: {
    state: 'ready',
    async input(borrower) {
      const loan = { name: 'Fridge', principal: 900_000, rate: 0, tenure: 6, startDate: '2026-01-31' };
      return { loanId: (await hiram.send(addLoan, loan, borrower.context)).data.loanId };
    },
    other: { loanId: randomUUID() },
    adds: [],
  },
  bindCard: bind,
  bindCardFromOrder: bind,
  certifySave: {
    state: 'new',
    input: () => ({
      group: 'public',
      values: { fullName: 'María-José dela Cruz', nationality: 'PH', civilStatus: 'single' },
      revision: 0,
    }),
    other: { values: { fullName: 'Somebody Else', nationality: 'PH', civilStatus: 'single' } },
    adds: ['borrower_profile'],
  },
  contactSave: {
    state: 'ready',
    input: () => ({ name: 'Ana Reyes', phone: '13912345678', relation: 'family' }),
    other: { name: 'Ben Reyes' },
    adds: ['reference_contact'],
  },
  askPerson: {
    state: '110',
    borrower: () => hiram.borrower({ state: '110' }, 'ph'),
    input: ({ orderId }) => ({ orderId }),
    other: { orderId: randomUUID() },
    adds: ['review', 'task'],
  },
  askArrangement: {
    state: '180',
    input: async ({ orderId }) => ({ orderId, parts: 2, firstDay: await dayAhead(3) }),
    other: { parts: 3 },
    adds: ['arrangement'],
  },
  acceptArrangement: {
    state: '180',
    borrower: borrowerOfferedParts,
    input: async (borrower) => ({
      orderId: borrower.orderId,
      sha256: await waitingAgreement(hiram, borrower),
    }),
    other: { orderId: randomUUID() },
    adds: ['agreement', 'loan_event'],
  },
  declineArrangement: {
    state: '180',
    borrower: borrowerOfferedParts,
    input: ({ orderId }) => ({ orderId }),
    other: { orderId: randomUUID() },
    adds: [],
  },
  objectToContact: {
    state: '180',
    input: async (borrower) => ({ contactId: await contactOf(hiram, borrower), subtype: 7, words: '' }),
    other: { subtype: 1 },
    adds: ['complaint', 'contact_objection'],
    plainTaps: true,
  },
  declineOffer: {
    state: 'ready',
    borrower: () => borrowerOfferedLess(hiram),
    input: ({ orderId }) => ({ orderId }),
    other: { orderId: randomUUID() },
    adds: [],
  },
  loanPush: push(confirmDetail),
  loanPushMasked: push(maskedConfirm.detail),
  payCode: {
    state: '180',
    input: async (borrower) => ({
      orderId: borrower.orderId,
      amount: await due(borrower),
      channelNumber: '10001',
    }),
    other: { amount: 10_000 },
    adds: ['payment_code'],
    plainTaps: true,
    async check(_who, answer) {
      const code = new URL(String(answer.data.payUrl), hiram.origin).searchParams.get('payCode') ?? '';
      expect(await hiram.send(sandboxPay, { payCode: code })).toMatchObject({ success: true });
    },
  },
  problemSave: {
    state: '180',
    input: (borrower) => ({ problemType: 2, problemDetail: 'Twice?', orderNo: borrower.orderId }),
    other: { problemDetail: 'Something else.' },
    adds: ['complaint', 'complaint_event'],
    plainTaps: true,
  },
  problemReply: {
    state: '180',
    input: async (borrower) => {
      const problem = { problemType: 2, problemDetail: 'Twice?', orderNo: borrower.orderId };
      const { data } = await hiram.send(problemSave, problem, borrower.context);
      return { problemId: data.problemId, problemDetail: 'Yes, twice.' };
    },
    other: { problemDetail: 'Once after all.' },
    adds: ['complaint_message'],
  },
  identityBegin: {
    state: 'ready',
    borrower: () => unidentified([]),
    input: () => ({ kind: 'philsys' }),
    other: { kind: 'umid' },
    adds: ['identity_check'],
  },
  identityFront: identityPicture,
  identityBack: identityPicture,
  identitySelfie: identityPicture,
  identitySubmit: {
    state: 'ready',
    borrower: () => unidentified(['front', 'selfie'], 'passport'),
    input: () => ({ kind: 'passport' }),
    other: { kind: 'umid' },
    adds: [],
  },
  milestoneSeen: {
    state: '151',
    input: ({ orderId }) => ({ orderId, kind: 'approved', eventId: orderId }),
    other: { kind: 'paidOut' },
    adds: [],
    plainTaps: true,
  },
  remindToPay: {
    state: '170',
    input: async ({ orderId }) => ({ orderId, day: await dayAhead(3) }),
    other: async () => ({ day: await dayAhead(4) }),
    adds: ['payment_reminder'],
    plainTaps: true,
  },
  rateOrder: {
    state: '200',
    input: (borrower) => ({ score: 5, orderId: borrower.orderId, stars: 4 }),
    other: { stars: 1 },
    adds: [],
    plainTaps: true,
  },
  uploadProblemImg: {
    state: '180',
    input: async () => ({ problemImage: await picture('#8a4b00') }),
    other: async () => ({ problemImage: await picture('#004b8a') }),
    adds: ['picture'],
  },
  uploadReceipt: {
    state: '180',
    input: async () => ({ image: await picture('#8a4b00') }),
    other: async () => ({ image: await picture('#004b8a') }),
    adds: ['picture'],
  },
  utrSubmit: {
    state: '180',
    input: (borrower) => ({
      orderId: borrower.orderId,
      channelNumber: '10005',
      utr: randomUUID().replace(/-/g, '').slice(0, 16),
      amount: 480_941,
    }),
    other: { amount: 480_942 },
    adds: ['utr_submission', 'payment_code'],
  },
  withdraw: {
    state: '151',
    input: (borrower) => ({ orderId: borrower.orderId }),
    other: { orderId: randomUUID() },
    adds: ['payout'],
    plainTaps: true,
  },
};

const declared = calls.filter((call) => call.idempotent);
const callOf = (name: string) => declared.find((call) => call.name === name) as Call;

/** Taps of an impatient person: a race needs three. */
const taps = tryAll ? 8 : 3;

/** An answer without the values that change each time: a picture's URL is valid for an hour. */
function lasting({ status, success, code, data }: CallAnswer) {
  const { url, ...rest } = data;
  const address = url === undefined ? {} : { url: new URL(String(url), hiram.origin).pathname };
  return { status, success, code, data: { ...rest, ...address } };
}

const callerOf = ({ borrower, state }: Action) => borrower?.() ?? hiram.borrower({ state });

/** Rows of a borrower in the tables to which the action adds. */
async function added(action: Action, borrower: DemoBorrower): Promise<Readonly<Record<string, number>>> {
  const { db } = hiram.server.appContext;
  return countRows(db, await borrowerIdOfPhone(db, borrower.phone), action.adds);
}

/** The results of `once` by the name of the call: each is done once alone. */
const grownBy = new Map<string, Readonly<Record<string, number>>>();

/** The rows that the action adds when it is done once. */
async function once(name: string, action: Action) {
  const known = grownBy.get(name);
  if (known) return known;
  const borrower = await callerOf(action);
  const input = await action.input(borrower);
  const before = await added(action, borrower);
  expect([name, await sendAny(hiram, callOf(name), input, { context: borrower.context })]).toMatchObject([
    name,
    { success: true },
  ]);
  const after = await added(action, borrower);
  const growth = Object.fromEntries(
    action.adds.map((table) => [table, (after[table] ?? 0) - (before[table] ?? 0)]),
  );
  for (const table of action.adds) expect([name, table, growth[table]]).not.toEqual([name, table, 0]);
  grownBy.set(name, growth);
  return growth;
}

const grown = (before: Readonly<Record<string, number>>, growth: Readonly<Record<string, number>>) =>
  Object.fromEntries(Object.entries(before).map(([table, count]) => [table, count + (growth[table] ?? 0)]));

test('every call that is declared idempotent is tested in this file [T211]', () => {
  expect(declared.map((call) => call.name).sort()).toEqual(Object.keys(actions).sort());
});

test.each(Object.entries(actions))(
  '%s sent several times in parallel under one key has one effect and one answer [T212]',
  async (name, action) => {
    const call = callOf(name);
    const growth = await once(name, action);
    const borrower = await callerOf(action);
    const input = await action.input(borrower);
    const before = await added(action, borrower);
    const key = randomUUID();
    const send = (extra: Input = {}) =>
      sendAny(hiram, call, { ...input, ...extra }, { context: borrower.context, key });
    const answers = await Promise.all(Array.from({ length: taps }, () => send()));
    const [first] = answers.map(lasting);
    expect(first).toMatchObject({ status: 200, success: true });
    for (const answer of answers) expect(lasting(answer)).toEqual(first);
    expect(await added(action, borrower)).toEqual(grown(before, growth));

    await action.check?.(borrower, answers[0] as CallAnswer);
    const addedRows = await added(action, borrower);
    const other = typeof action.other === 'function' ? await action.other() : action.other;
    expect(await send(other)).toMatchObject({ status: 409, success: false, code: '40900' });
    expect(lasting(await send())).toEqual(first);
    expect(await added(action, borrower)).toEqual(addedRows);
  },
);

test.each(Object.entries(actions).filter(([, action]) => action.plainTaps))(
  '%s tapped several times without a key has one effect and one answer [T213]',
  async (name, action) => {
    const growth = await once(name, action);
    const borrower = await callerOf(action);
    const input = await action.input(borrower);
    const before = await added(action, borrower);
    const send = () => sendAny(hiram, callOf(name), input, { context: borrower.context });
    const answers = await Promise.all(Array.from({ length: taps }, send));
    const [first] = answers.map(lasting);
    expect(first).toMatchObject({ status: 200, success: true });
    for (const answer of [...answers, await send()]) expect(lasting(answer)).toEqual(first);
    expect(await added(action, borrower)).toEqual(grown(before, growth));
  },
);

test('a rejected attempt leaves its key free for the right one, and a malformed key is rejected', async () => {
  const borrower = await hiram.borrower({ state: '180' });
  const options = { orderId: borrower.orderId, channelNumber: '10001' };
  const key = randomUUID();
  const small = await hiram.send(payCode, { ...options, amount: 1 }, borrower.context, { key });
  expect(small).toMatchObject({ success: false, code: '40301' });
  const right = await hiram.send(payCode, { ...options, amount: await due(borrower) }, borrower.context, {
    key,
  });
  expect(right).toMatchObject({ success: true });
  for (const bad of ['short', 'with a blank', 'x'.repeat(200)])
    expect(
      await hiram.send(payCode, { ...options, amount: 10_000 }, borrower.context, { key: bad }),
    ).toMatchObject({
      status: 400,
      field: 'Idempotency-Key',
    });
});

test('a key belongs to one borrower: another borrower’s action under the same key is separate', async () => {
  const key = `key-${randomInt(1e9)}-${randomInt(1e9)}`;
  const [borrower, two] = await Promise.all([
    hiram.borrower({ state: 'ready' }),
    hiram.borrower({ state: 'ready' }),
  ]);
  const loan = { name: 'Fridge', principal: 900_000, rate: 0, tenure: 6, startDate: '2026-01-31' };
  const [first, second] = await Promise.all(
    [borrower, two].map((client) => hiram.send(addLoan, loan, client.context, { key })),
  );
  expect(first?.data.loanId).not.toBe(second?.data.loanId);
  // A borrower can delete only their own.
  const deletion = await hiram.send(deleteLoan, { loanId: first?.data.loanId ?? '' }, two.context);
  expect(deletion).toMatchObject({ status: 404 });
});
