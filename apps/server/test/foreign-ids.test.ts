import { randomUUID } from 'node:crypto';
import type { Call } from '@hiram/contract/call';
import { calls } from '@hiram/contract/calls';
import { addDays } from '@hiram/loan';
import type { GenericSchema } from 'valibot';
import * as v from 'valibot';
import { beforeAll, expect, test } from 'vitest';
import { type RichBorrower, richBorrower } from './support/borrowers/rich-borrower.ts';
import { digestRows } from './support/database/rows.ts';
import { type CallAnswer, seen, sendAny } from './support/inputs/any-call.ts';
import { tryAll } from './support/inputs/property-runs.ts';
import { everyBrand } from './support/processes/running-server.ts';
import { setUpHiram } from './support/processes/set-up.ts';

const hiram = setUpHiram(everyBrand);
let victim: RichBorrower;
let tomorrow: string;
beforeAll(async () => {
  victim = await richBorrower(hiram, 'ph');
  const { clock, db, defaultBrand } = hiram.server.appContext;
  tomorrow = addDays(await clock.today(db, defaultBrand.timeZone), 1);
});

/** The kinds of things of a borrower or a brand that a text field may identify, each with an example. */
const owned = {
  order: (borrower: RichBorrower) => borrower.orderId,
  cursor: (borrower: RichBorrower) => borrower.orderId,
  complaint: (borrower: RichBorrower) => borrower.problemId,
  savedLoan: (borrower: RichBorrower) => borrower.loanId,
  card: (borrower: RichBorrower) => borrower.cardId,
  cardPayment: (borrower: RichBorrower) => borrower.repaymentRecordId,
  session: (borrower: RichBorrower) => borrower.sessionRow,
  borrower: (borrower: RichBorrower) => borrower.borrowerId,
  repayToken: (borrower: RichBorrower) => borrower.repayToken,
  code: (borrower: RichBorrower) => borrower.payCode,
  picture: (borrower: RichBorrower) => borrower.picture,
  receipt: (borrower: RichBorrower) => borrower.receipt,
  product: (borrower: RichBorrower) => borrower.productId,
  contact: (borrower: RichBorrower) => borrower.contactId,
} as const;
type Kind = keyof typeof owned;

/** Text that identifies nothing of anyone, by what it is instead. */
type ForeignKind =
  /** A bearer value: it cannot be guessed, or its owner passes it on. */
  | 'bearer'
  /** An entry of the brand's own lists, the same for everyone. */
  | 'list'
  /** Stored or checked exactly as sent. */
  | 'verbatim';

/** Every text field of every call, by name or, where a name has several meanings, by call and name. */
const kinds: Readonly<Record<string, Kind | ForeignKind>> = {
  orderId: 'order',
  orderNo: 'order',
  after: 'cursor',
  problemId: 'complaint',
  loanId: 'savedLoan',
  cardId: 'card',
  repaymentRecordId: 'cardPayment',
  'signOut.id': 'session',
  // The event of an approval is its order.
  'milestoneSeen.eventId': 'order',
  userId: 'borrower',
  repayToken: 'repayToken',
  payCode: 'code',
  url: 'picture',
  problemImage: 'picture',
  image: 'receipt',
  productId: 'product',
  product_id: 'product',
  ticket: 'bearer',
  change: 'bearer',
  sid: 'bearer',
  invite_code: 'bearer',
  key: 'list',
  parent: 'list',
  channelNumber: 'list',
  bankCode: 'list',
  templateId: 'list',
  'register.id': 'list',
  'identityBegin.kind': 'list',
  'identitySubmit.kind': 'list',
  from: 'list',
  to: 'list',
  couponId: 'list',
  page_id: 'verbatim',
  app_from: 'verbatim',
  appName: 'verbatim',
  appVersion: 'verbatim',
  bankName: 'verbatim',
  capcode: 'verbatim',
  cardNo: 'verbatim',
  client_type: 'verbatim',
  deviceId: 'verbatim',
  deviceName: 'verbatim',
  hash: 'verbatim',
  contactId: 'contact',
  words: 'verbatim',
  sha256: 'verbatim',
  holderName: 'verbatim',
  name: 'verbatim',
  nonce: 'verbatim',
  osVersion: 'verbatim',
  password: 'verbatim',
  oldPassword: 'verbatim',
  phone: 'verbatim',
  problemDetail: 'verbatim',
  smsCode: 'verbatim',
  startDate: 'verbatim',
  user_from: 'verbatim',
  userName: 'verbatim',
  utm_tag: 'verbatim',
  utr: 'verbatim',
  validThru: 'verbatim',
  verifyCode: 'verbatim',
  // The target of a tap is counted as the page sent it.
  'saveEvent.productId': 'verbatim',
};

const testedCalls = calls.filter((call) => call.caller !== 'sandbox');
const classOf = (call: Call, field: string) => kinds[`${call.name}.${field}`] ?? kinds[field];
const isOwned = (kind: Kind | ForeignKind | undefined): kind is Kind => kind !== undefined && kind in owned;

/** The fields of a call that accept free text; a record's keys and values are the borrower's own words. */
function textFields(call: Call): readonly string[] {
  const { input } = call;
  if (!('entries' in input)) throw new Error(`${call.name} takes something else than fields`);
  return Object.entries(input.entries as Record<string, GenericSchema>)
    .filter(([name, field]) => takesText(`${call.name}.${name}`, field))
    .map(([name]) => name);
}

function takesText(name: string, field: GenericSchema): boolean {
  const inner = 'wrapped' in field ? (field.wrapped as GenericSchema) : field;
  if (inner.type === 'record' || inner.type === 'custom') return false;
  if ('entries' in inner || 'item' in inner) throw new Error(`${name}: look into it for ids`);
  return ['Ab3', '01900000-0000-7000-8000-000000000000'].some((text) => v.is(field, text));
}

/** The calls that accept an id of a kind, with its field. */
const takers = testedCalls.flatMap((call) =>
  textFields(call).flatMap((field) => {
    const kind = classOf(call, field);
    return isOwned(kind) ? [{ call, field, kind }] : [];
  }),
);

test('every text field of every call is classified as somebody’s id or as other text [T221]', () => {
  const fields = testedCalls.flatMap((call) => textFields(call).map((field) => [call, field] as const));
  expect(
    fields.filter(([call, field]) => !classOf(call, field)).map(([call, field]) => `${call.name}.${field}`),
  ).toEqual([]);
  const used = new Set(fields.flatMap(([call, field]) => [field, `${call.name}.${field}`]));
  expect(Object.keys(kinds).filter((name) => !used.has(name))).toEqual([]);
  expect(takers.length).toBeGreaterThan(50);
  expect(new Set(takers.map((taker) => taker.kind))).toEqual(new Set(Object.keys(owned)));
});

/** The inputs of a whole call, so that only the id can be wrong. */
function wholeInput(call: Call, borrower: RichBorrower): Record<string, unknown> {
  const brand = hiram.server.appContext.brands.get(borrower.brand);
  const values: Record<string, unknown> = {
    amount: borrower.due,
    channelNumber: call.name.startsWith('bindCard')
      ? undefined
      : (call.name === 'utrSubmit' ? brand?.transfers : brand?.channels)?.[0]?.number,
    utr: randomUUID().replace(/-/g, '').slice(0, 16),
    scene: 3,
    day: tomorrow,
    steps: 1,
    subtype: 7,
    words: '',
    parts: 1,
    firstDay: tomorrow,
    sha256: '00',
    kind: 'approved',
    position: 0,
    periods: 120,
    termUnit: 'day',
    hash: '00',
    moduleId: 31,
    positionId: 0,
    key: brand?.recommended[0]?.key,
    score: 5,
    stars: 4,
    problemType: 2,
    problemDetail: `One more, ${randomUUID()}.`,
    bankName: 'BDO Unibank',
    cardNo: '1111',
    bankCode: 'BNORPHMM',
    couponId: '',
    sendMsg: 1,
    verifyCode: '000000',
  };
  const fields = Object.entries(('entries' in call.input ? call.input.entries : {}) as object).map(
    ([name]) => name,
  );
  const known = fields.flatMap((name): [string, unknown][] => {
    const kind = classOf(call, name);
    const value = isOwned(kind) ? owned[kind](borrower) : values[name];
    return value === undefined ? [] : [[name, value]];
  });
  const wallet = {
    cardType: 2,
    walletCode: 'GXCHPHM2',
    walletNumber: `0917${Math.floor(1e6 + Math.random() * 8e6)}`,
    holderName: 'Maria Santos',
  };
  return { ...Object.fromEntries(known), ...(call.name.startsWith('bindCard') ? wallet : {}) };
}

/** An id of the right form that identifies nothing. */
function nearMiss(id: string): string {
  const at = id.includes('/api/picture/') ? id.indexOf('.jpg') - 1 : id.length - 1;
  const other = id[at] === '1' ? '2' : '1';
  return id.slice(0, at) + other + id.slice(at + 1);
}

/** Answers that are the same whatever the id is. */
const silent = new Set(['removeProblemImg', 'signOut']);

/** No session of another brand passes any call (T162): `npm run verify` tries such a borrower's ids too. */
const attackers = (
  [
    ['another borrower of the brand', 'ph'],
    ['a borrower of another brand', 'id'],
  ] as const
).slice(0, tryAll ? 2 : 1);

test.each(attackers)(
  'called by %s, another borrower’s id is answered like an unknown one, and nothing changes [T001]',
  async (_who, brand) => {
    const { db } = hiram.server.appContext;
    const mine = await richBorrower(hiram, brand);
    const before = await digestRows(db, victim.borrowerId);
    const found: unknown[] = [];
    let tried = 0;
    let own = await digestRows(db, mine.borrowerId);
    const compare = async (call: Call, fields: readonly { field: string; kind: Kind }[]) => {
      const whole = wholeInput(call, mine);
      const ask = (id: (kind: Kind) => string) =>
        sendAny(
          hiram,
          call,
          { ...whole, ...Object.fromEntries(fields.map(({ field, kind }) => [field, id(kind)])) },
          { context: mine.context },
        );
      const otherAnswer = seen(await ask((kind) => owned[kind](victim)));
      const nobodys = seen(await ask((kind) => nearMiss(owned[kind](victim))));
      // A list position is no id to look up: only text that cannot be a position is rejected.
      const malformed = fields.some(({ kind }) => kind === 'cursor')
        ? nobodys
        : seen(await ask(() => 'no-such-id'));
      const names = [call.name, ...fields.map(({ field }) => field)];
      expect([names, otherAnswer.status]).not.toEqual([names, 400]);
      if (JSON.stringify(otherAnswer) !== JSON.stringify(nobodys))
        found.push([names, 'tells', otherAnswer, nobodys]);
      if (JSON.stringify(otherAnswer) !== JSON.stringify(malformed))
        found.push([names, 'malformed', otherAnswer, malformed]);
      const after = await digestRows(db, mine.borrowerId);
      if (!otherAnswer.success && JSON.stringify(after) !== JSON.stringify(own))
        found.push([names, 'refused, and yet did something']);
      own = after;
      tried += 1;
    };
    for (const call of new Set(takers.map((taker) => taker.call))) {
      const fields = takers.filter(
        (taker) => taker.call === call && (taker.kind !== 'product' || brand !== victim.brand),
      );
      for (const field of fields) await compare(call, [field]);
      if (fields.length > 1) await compare(call, fields);
      if (JSON.stringify(await digestRows(db, victim.borrowerId)) !== JSON.stringify(before))
        found.push([call.name, 'touched what is not theirs']);
    }
    expect(found).toEqual([]);
    expect(tried).toBeGreaterThan(35);
  },
  60_000,
);

test('the same calls by the owner have an effect, so the ids are of the right kind @verify [T222]', async () => {
  const { db } = hiram.server.appContext;
  const found: unknown[] = [];
  const stranger = await richBorrower(hiram, 'ph');
  /** A new one after each call that changed something of theirs. */
  let owner = await richBorrower(hiram, 'ph');
  // A list position identifies no row: the list is the caller's own.
  for (const call of new Set(takers.filter((taker) => taker.kind !== 'cursor').map((taker) => taker.call))) {
    const fields = takers.filter((taker) => taker.call === call);
    const nobody = (borrower: RichBorrower) =>
      Object.fromEntries(fields.map(({ field, kind }) => [field, nearMiss(owned[kind](borrower))]));
    const refused = await sendAny(
      hiram,
      call,
      { ...wholeInput(call, stranger), ...nobody(stranger) },
      { context: stranger.context },
    );
    const before = await digestRows(db, owner.borrowerId);
    const answer: CallAnswer = await sendAny(hiram, call, wholeInput(call, owner), {
      context: owner.context,
    });
    const changed = JSON.stringify(await digestRows(db, owner.borrowerId)) !== JSON.stringify(before);
    const says = JSON.stringify(seen(answer)) !== JSON.stringify(seen(refused));
    if (answer.status !== 200 || !(silent.has(call.name) ? changed : says))
      found.push([call.name, answer, refused]);
    if (changed) owner = await richBorrower(hiram, 'ph');
  }
  expect(found).toEqual([]);
});

test('another borrower’s pictures, contracts and code images are answered like unknown ones [T002]', async () => {
  const mine = await richBorrower(hiram, 'ph');
  const look = async (address: string) => {
    const response = await fetch(hiram.origin + address);
    return {
      status: response.status,
      type: response.headers.get('content-type'),
      body: await response.text(),
    };
  };
  const pairs = [
    [mine.picture, victim.picture],
    [mine.receipt, victim.receipt],
    ...mine.contracts.map((address, index) => [address, victim.contracts[index] ?? '']),
  ] as const;
  const nothing = await look(nearMiss(mine.picture.replace(/\?.*/, '')));
  expect(nothing).toMatchObject({ status: 404 });
  for (const [own = '', foreign = ''] of pairs) {
    expect((await look(own)).status).toBe(200);
    const [path = '', query = ''] = foreign.split('?');
    const [ownPath = '', ownQuery = ''] = own.split('?');
    const [, owner = ''] = /^\/api\/[a-z]+\/([^/]+)\//.exec(path) ?? [];
    const [, ownOwner = ''] = /^\/api\/[a-z]+\/([^/]+)\//.exec(ownPath) ?? [];
    const attempts = [
      path,
      `${path}?${ownQuery}`,
      `${ownPath}?${query}`,
      `${path.replace(owner, ownOwner)}?${ownQuery}`,
      `${path.replace(owner, ownOwner)}?${query}`,
      `${path}?${query.replace(/until=\d+/, 'until=99999999999')}`,
      `${path}?${query.replace(/signature=(..)/, (_, first) => `signature=${first === '00' ? '11' : '00'}`)}`,
    ];
    for (const attempt of attempts) expect([attempt, await look(attempt)]).toEqual([attempt, nothing]);
  }
  expect(await look(victim.codeImage)).toMatchObject({ status: 200 });
  expect(await look(victim.codeImage.replace('.svg', 'x.svg'))).toEqual(nothing);
});
