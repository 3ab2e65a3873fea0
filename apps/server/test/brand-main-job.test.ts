import { randomUUID } from 'node:crypto';
import { bindCardFromOrder, cardInit } from '@hiram/contract/bank';
import { certifyForm, certifyOptions, certifySave } from '@hiram/contract/certify';
import { acknowledgeDisclosure, confirmDetail, loanPush } from '@hiram/contract/confirm';
import { identityStep } from '@hiram/contract/identity';
import { loanDetails, withdraw } from '@hiram/contract/order';
import { sandboxBorrower } from '@hiram/contract/sandbox';
import { expect, test } from 'vitest';
import { institutionsOf } from '../src/brands/markets/institutions.ts';
import { sendDocument } from './support/borrowers/identity.ts';
import { payByCode } from './support/borrowers/pay-by-code.ts';
import { tryAll } from './support/inputs/property-runs.ts';
import { everyBrand } from './support/processes/running-server.ts';
import { setUpHiram } from './support/processes/set-up.ts';

const hiram = setUpHiram(everyBrand);

/** The typed values of a person of each market. Options and places come from the forms. */
/** The code of a bank's branch in India. */
const ifscOf = (bic: string | undefined) =>
  `${institutionsOf('IN').find((candidate) => candidate.bic === bic)?.ifsc ?? ''}0001234`;

const markets = {
  spec: { document: '1234-5678-9012', income: '40000', account: '001234567890', sign: '₱' },
  ph: { document: '1234-5678-9012', income: '40000', account: '001234567890', sign: '₱' },
  in: { document: '123456789012', income: '60000', account: '12345678901', sign: '₹' },
  id: { document: '3174011705940001', income: '6000000', account: '1234567890', sign: 'Rp' },
} as const;
type Brand = keyof typeof markets;
const brands = Object.keys(markets) as Brand[];

async function arrive(appName: Brand, state: '110' | 'new' | '151' | '170' | '174' | '180' | '200') {
  const answer = await hiram.send(sandboxBorrower, { state }, { appName, deviceId: 'device-1' });
  expect(answer.success, `${appName} ${state}: ${answer.message}`).toBe(true);
  const { sessionId, productId, orderId = '' } = answer.data;
  return { context: { appName, sessionId, deviceId: 'device-1' }, productId, orderId };
}
type NewBorrower = Awaited<ReturnType<typeof arrive>>;

/** The first place of the first city of the last province. */
async function barangayOf({ context }: NewBorrower): Promise<string> {
  let parent = '';
  for (let level = 0; level < 3; level += 1) {
    const { list } = (await hiram.send(certifyOptions, { kind: 'city-select', parent }, context)).data;
    parent = list[level === 0 ? list.length - 1 : 0]?.type ?? '';
  }
  return parent;
}

async function fillForms(borrower: NewBorrower): Promise<void> {
  const { document, income } = markets[borrower.context.appName];
  const typed: Record<string, string> = {
    fullName: 'Maria Santos Dewi',
    street: '12 Mabini',
    idNumber: document,
    pan: 'ABCDE1234F',
    monthlyIncome: income,
    birthDate: '1994-05-17',
  };
  for (const group of ['public', 'personal', 'job'] as const) {
    const { items } = (await hiram.send(certifyForm, { group }, borrower.context)).data;
    const values: Record<string, string> = {};
    for (const item of items)
      if (item.cate === 'citySelect') values[item.code] = await barangayOf(borrower);
      else if (item.note.length > 0) values[item.code] = item.note[0]?.type ?? '';
      else if (typed[item.code]) values[item.code] = typed[item.code] ?? '';
    const saved = await hiram.send(certifySave, { group, values, revision: 0 }, borrower.context, {
      key: randomUUID(),
    });
    expect(saved.success, `${borrower.context.appName} ${group}: ${saved.message}`).toBe(true);
  }
}

// The brand spec has a test of its own, main-job.test.ts.
test.each(tryAll ? brands : (['ph', 'in', 'id'] as const))(
  'KEY-03 BANK-02 the main job in %s works with its own forms, banks and channels',
  async (appName) => {
    const arrived = await arrive(appName, 'new');
    await fillForms(arrived);
    const { kinds } = (await hiram.send(identityStep, {}, arrived.context)).data;
    await sendDocument(hiram, arrived, kinds[0]?.code);
    const { context, productId } = arrived;
    const offer = await hiram.send(confirmDetail, { productId }, context);
    expect(offer.success, offer.message).toBe(true);
    expect(JSON.stringify(offer.data)).toContain(markets[appName].sign);
    const { amount, disclosure } = offer.data;
    if (disclosure.needed === 1)
      await hiram.send(acknowledgeDisclosure, { productId, amount, hash: disclosure.hash }, context);
    const pushed = await hiram.send(
      loanPush,
      { amount: offer.data.amount, periods: offer.data.periods, termUnit: 'day', productId },
      context,
    );
    expect(pushed.success, pushed.message).toBe(true);
    const orderId = new URL(pushed.data.lendDetailsUrl, hiram.origin).searchParams.get('orderId') ?? '';
    const status = async () => (await hiram.send(loanDetails, { orderId }, context)).data.orderStatus;
    await hiram.until(status, (now) => now === 151);
    const form = await hiram.send(cardInit, { product_id: productId }, context);
    const banks = form.data.items.find((item) => item.code === 'bankCode')?.note ?? [];
    const { account } = markets[appName];
    const bank = banks.find((candidate) => new RegExp(candidate.rule ?? '^$').test(account));
    const bound = await hiram.send(
      bindCardFromOrder,
      {
        cardType: 1,
        bankCode: bank?.type ?? '',
        accountNumber: account,
        ...(form.data.items.some((item) => item.code === 'ifsc') ? { ifsc: ifscOf(bank?.type) } : {}),
        holderName: 'DEWI, Maria Santos',
        product_id: productId,
      },
      context,
    );
    expect(bound.success, bound.message).toBe(true);
    expect((await hiram.send(withdraw, { orderId }, context)).success).toBe(true);
    await hiram.until(status, (now) => now === 170);
    for (const channelNumber of hiram.server.appContext.brands
      .get(appName)
      ?.channels.map((channel) => channel.number) ?? []) {
      await payByCode(hiram, { orderId, context }, { channelNumber });
      if ((await status()) === 200) break;
    }
  },
);

// A market in whole units: the tests of loans show the others. `npm run verify` tries all four.
const shown = tryAll ? brands : (['in'] as const);

test.each(shown)('in %s a demo borrower reaches every status by its real causes', async (appName) => {
  for (const state of ['110', '151', '170', '174', '180', '200'] as const) {
    const { context, orderId } = await arrive(appName, state);
    const { data } = await hiram.send(loanDetails, { orderId }, context);
    expect(data.orderStatus, `${appName} ${state}`).toBe(Number(state));
  }
});
