import { createHash, randomInt } from 'node:crypto';
import type { CallInput } from '@hiram/contract/call';
import type { BorrowerId, OrderId, ProductId } from '@hiram/contract/ids';
import type { sandboxBorrower } from '@hiram/contract/sandbox';
import { addDays, type Cents, cents, type LocalDate, plan } from '@hiram/loan';
import type { Brand, BrandProduct } from '../brands/brand.ts';
import { institutionsOf } from '../brands/markets/institutions.ts';
import { markets } from '../brands/markets/markets.ts';
import { translatorFor } from '../brands/texts/translate.ts';
import type { AppContext } from '../context/app-context.ts';
import { bankForm, defaultChannel } from '../features/bank/form.ts';
import { newInviteCode } from '../features/promotion/open-account.ts';
import { readProfile, saveProfile } from '../lending/borrowers/profile.ts';
import { appendEvent, refreshOrder } from '../lending/loans/append-event.ts';
import { loadEvents, loadOrder, type Order } from '../lending/loans/loans.ts';
import { keepAgreements } from '../lending/origination/agreements/agreements.ts';
import { apply } from '../lending/origination/apply.ts';
import { applicationOf, resolveDecision } from '../lending/origination/decide.ts';
import { recordJointFailure } from '../lending/origination/joint-login.ts';
import { type Display, loadProduct, saveProduct, termsOf } from '../lending/origination/products.ts';
import { settlePayout } from '../lending/payouts/settle-payout.ts';
import type { Moment } from '../platform/clock/clock.ts';
import { type Db, inTransaction } from '../platform/database/connect.ts';
import { BadRequest } from '../platform/errors/rejection.ts';
import type { Proof } from '../platform/http/proof.ts';
import { openSession } from '../platform/http/session.ts';
import { newId } from '../platform/ids.ts';
import { policy } from '../providers/decision.ts';
import { recordPayment, recordPayout } from './fake-statements.ts';

type DemoOptions = CallInput<typeof sandboxBorrower>;

export interface DemoBorrower {
  readonly sessionId: string;
  readonly phone: string;
  readonly productId: ProductId;
  readonly orderId?: OrderId;
}

/** Days from the first due date to today, for each status of a running loan. */
const daysPastDue = { '174': -2, '180': 2 } as const;

/**
 * Creates a borrower in the requested state, by the same steps as a real one: forms, an application, a decision, a payout, time
 * and payments.
 */
export async function createDemoBorrower(
  appContext: AppContext,
  brand: Brand,
  wanted: DemoOptions,
  holder: { readonly deviceId: string | undefined; readonly proof: Proof },
): Promise<DemoBorrower> {
  const now = appContext.clock.now();
  const today = await appContext.clock.today(appContext.db, brand.timeZone);
  return inTransaction(appContext.db, async (trx) => {
    const borrowerId = newId();
    const phone = await freePhone(trx, brand);
    await trx
      .insertInto('borrower')
      .values({ id: borrowerId, brand: brand.id, phone, invite_code: newInviteCode(), created_at: now })
      .execute();
    await trx.insertInto('sandbox_borrower').values({ borrower_id: borrowerId }).execute();
    await trx
      .insertInto('consent')
      .values({ borrower_id: borrowerId, kind: 'privacy', version: brand.legal.effective, given_at: now })
      .execute();
    const productId = await productFor(trx, brand, wanted, now);
    if (wanted.state !== 'new')
      await fillForms(trx, appContext, {
        brand,
        borrowerId,
        monthlyIncome: wanted.state === '110' ? 200_000 : incomeFor(brand),
        now,
      });
    await answerForPartners(trx, brand, borrowerId, wanted);
    const sessionId = await openSession(trx, { borrowerId, brand: brand.id, ...holder, now });
    const hasOrder = wanted.state !== 'new' && wanted.state !== 'ready';
    const orderId = hasOrder
      ? await createOrder(trx, appContext, brand, { borrowerId, productId, wanted, today, now })
      : undefined;
    if (wanted.with?.needValid !== undefined)
      await bindDemoCard(trx, appContext, { borrowerId, brand, needValid: wanted.with.needValid }, now);
    if (wanted.with?.jointFailure) await failToSignIn(trx, { brand, borrowerId, orderId, now });
    if (orderId === undefined) return { sessionId, phone, productId };
    return { sessionId, phone, productId, orderId };
  });
}

/** A monthly income, in cents, that is sufficient for the brand's first product, in any currency. */
function incomeFor(brand: Brand): number {
  return Math.max(4_000_000, 3 * (brand.products[0]?.amountOffered ?? 0));
}

/** A valid phone number of the market that no borrower has. */
async function freePhone(trx: Db, brand: Brand): Promise<string> {
  const starts = { spec: '+8613', ph: '+63917', in: '+9198', id: '+62812' } as const;
  const start = starts[brand.market];
  const length = { spec: 9, ph: 7, in: 8, id: 8 }[brand.market];
  for (;;) {
    const phone = start + String(randomInt(10 ** length)).padStart(length, '0');
    const taken = await trx
      .selectFrom('borrower')
      .select('id')
      .where('brand', '=', brand.id)
      .where('phone', '=', phone)
      .executeTakeFirst();
    if (!taken) return phone;
  }
}

async function fillForms(
  trx: Db,
  appContext: AppContext,
  {
    brand,
    borrowerId,
    monthlyIncome,
    now,
  }: {
    readonly brand: Brand;
    readonly borrowerId: BorrowerId;
    readonly monthlyIncome: number;
    readonly now: Date;
  },
): Promise<void> {
  const groups = {
    public: { fullName: 'Maria Santos', nationality: markets[brand.market].country },
    personal: { birthDate: '1994-05-17', permanentAddress: true, fullCapacity: true },
    job: { employer: 'Luntian Trading', monthlyIncome },
  } as const;
  for (const [group, data] of Object.entries(groups))
    await saveProfile(trx, appContext.cipher, { borrowerId, group: group as keyof typeof groups, data, now });
}

/** The brand's product of the requested kind, or an unlisted variant of it if the options need one (extensions, a prompt, …). */
async function productFor(trx: Db, brand: Brand, wanted: DemoOptions, now: Date): Promise<string> {
  const kind = wanted.kind ?? 'perPeriod';
  const base = brand.products.find((product) => product.kind === kind) ?? brand.products[0];
  if (!base) throw new Error('a brand has at least one product');
  const options = wanted.with ?? {};
  const display: Display = {
    ...(options.isPopType === 1
      ? {
          confirmPrompt: {
            title: 'Leave without your loan?',
            content: 'Your offer stays open, and nothing is charged until you withdraw.',
          },
        }
      : {}),
    ...(options.popAgreementUrl ? { popAgreement: true } : {}),
    ...(options.kindTips === 0 || options.kindTips === false ? { quiet: true } : {}),
    ...(options.collectionAllowed === 0 ? { uncollected: true } : {}),
  };
  const extensions = options.isDelay === undefined ? base.extensions : options.isDelay;
  const plain = Object.keys(display).length === 0 && extensions === base.extensions;
  if (plain) {
    const row = await trx
      .selectFrom('product')
      .select('id')
      .where('brand', '=', brand.id)
      .where('code', '=', base.code)
      .executeTakeFirstOrThrow();
    return row.id;
  }
  const variant = createHash('sha256')
    .update(JSON.stringify([display, extensions]))
    .digest('hex')
    .slice(0, 8);
  const product: BrandProduct = { ...base, extensions, code: `${base.code}-${variant}` };
  return saveProduct(trx, brand, product, { display, listed: false, logo: base.code, now });
}

/** Sets the partners' answers for this borrower, if the options have them. */
async function answerForPartners(
  trx: Db,
  brand: Brand,
  borrowerId: BorrowerId,
  wanted: DemoOptions,
): Promise<void> {
  const { recProducts, globally } = wanted.with ?? {};
  const shown =
    recProducts === undefined || recProducts === true ? brand.recommended.length : Number(recProducts);
  const rows = brand.recommended.map((product, index) => ({
    borrower_id: borrowerId,
    partner_key: product.key,
    globally: index === 0 && globally !== undefined ? globally : product.globally,
    shown: index < shown,
  }));
  if (recProducts !== undefined || globally !== undefined)
    await trx.insertInto('partner_answer').values(rows).execute();
}

/** Records that a partner could not sign this borrower in. */
async function failToSignIn(
  trx: Db,
  {
    brand,
    borrowerId,
    orderId,
    now,
  }: {
    readonly brand: Brand;
    readonly borrowerId: BorrowerId;
    readonly orderId: OrderId | undefined;
    readonly now: Date;
  },
): Promise<void> {
  const partner = brand.recommended.find(({ url }) => /^https:/.test(url))?.key ?? brand.id;
  await recordJointFailure(trx, { borrowerId, orderId, partner, reason: 'unavailable', now });
}

interface OrderRequest {
  readonly borrowerId: BorrowerId;
  readonly productId: ProductId;
  readonly wanted: DemoOptions;
  readonly today: LocalDate;
  readonly now: Date;
}

async function createOrder(
  trx: Db,
  appContext: AppContext,
  brand: Brand,
  request: OrderRequest,
): Promise<string> {
  const { borrowerId, productId, wanted, today, now } = request;
  const product = await loadProduct(trx, brand, productId);
  const amount = cents(product.row.amount_offered);
  const terms = termsOf(brand, product, amount, 'new');
  const options = wanted.with ?? {};
  const first = plan(terms)[0];
  // A loan at 170 with past collection: its first repayment was due yesterday, and was paid.
  const wasCollected =
    options.collectionAllowed === 1 && wanted.state === '170' && terms.periods > 1 && first;
  if (
    options.collectionAllowed === 1 &&
    !wasCollected &&
    !(wanted.state === '174' || wanted.state === '180' || wanted.state === '200')
  )
    throw new BadRequest('with.collectionAllowed', 'nothing of such an order can have been collected');
  const startedOn = addDays(
    today,
    wasCollected ? -first.day - 1 : -ageOf(wanted.state, terms.termDays, terms.termDays / terms.periods),
  );
  const orderId = await apply(trx, appContext.jobs, brand, {
    borrowerId,
    offer: { product, amount, client: 'new', terms },
    today: startedOn,
    now,
    decideByHand: wanted.state === '21',
  });
  await keepAgreements(
    trx,
    appContext,
    { borrowerId, orderId },
    {
      loan: {
        brand,
        terms,
        productName: product.row.name,
        translate: translatorFor(brand.language, markets[brand.market]),
        from: startedOn,
        borrower: (await readProfile(trx, appContext.cipher, borrowerId)).fullName,
        orderId,
      },
    },
  );
  if (wanted.with?.playeduL)
    await trx
      .updateTable('loan_order')
      .set({ served_at: wanted.with.playeduL })
      .where('id', '=', orderId)
      .execute();
  if (wanted.state === '21') return orderId;
  const applied = await loadOrder(trx, borrowerId, orderId, true);
  const decision = await policy.decide(await applicationOf(trx, appContext, brand, applied), startedOn);
  await resolveDecision(trx, appContext, applied, { decision, today: startedOn, quiet: true });
  if (wanted.state === '110') return orderId;

  if (wanted.state === '151' && options.cardNeedPop === 1) return orderId;
  const accountId = await bindAccount(trx, appContext, { brand, borrowerId, now });
  if (wanted.state === '151' && options.inside !== 0) return orderId;

  const payoutId = newId();
  await trx
    .insertInto('payout')
    .values({
      borrower_id: borrowerId,
      id: payoutId,
      order_id: orderId,
      account_id: accountId,
      amount: amount - terms.fee,
      state: 'requested',
      provider: appContext.ports.payout.name,
      requested_at: now,
    })
    .execute();
  await trx
    .updateTable('loan_order')
    .set({ withdrawn_at: now, credit_by: addDays(startedOn, 3) })
    .where('id', '=', orderId)
    .execute();
  if (wanted.state === '151') return orderId;
  await settlePayout(trx, appContext, {
    reference: payoutId,
    result: 'paid',
    on: startedOn,
    reason: undefined,
    quiet: true,
  });
  await recordPayout(trx, appContext, { reference: payoutId, amount: amount - terms.fee, on: startedOn });
  let order = await loadOrder(trx, borrowerId, orderId, true);
  if (wasCollected) {
    const paidOn = addDays(startedOn, first.day);
    order = await payPast(trx, appContext, order, { amount: first.payment, paidOn, today, now });
  }
  if (wanted.state === '200') order = await payAll(trx, appContext, order, { today, now });
  await refreshOrder(trx, order, await loadEvents(trx, order), { today, now: appContext.clock.now() });
  if (wanted.state === '200' && options.isScore === 0)
    await trx
      .updateTable('loan_order')
      .set({ rated_at: now, rating_stars: 5 })
      .where('id', '=', orderId)
      .execute();
  return orderId;
}

/** Number of days since the disbursal for the requested status today. */
function ageOf(state: DemoOptions['state'], termDays: number, periodDays: number): number {
  if (state === '170') return 5;
  if (state === '174' || state === '180') return periodDays + daysPastDue[state];
  return state === '200' ? termDays : 0;
}

async function payAll(trx: Db, appContext: AppContext, order: Order, { today, now }: Moment): Promise<Order> {
  let paid = order;
  for (const instalment of plan(order.terms)) {
    const paidOn = addDays(today, instalment.day - order.terms.termDays);
    paid = await payPast(trx, appContext, paid, { amount: instalment.payment, paidOn, today: paidOn, now });
  }
  return paid;
}

/** Records a past payment in our books and in the sandbox provider's. */
async function payPast(
  trx: Db,
  appContext: AppContext,
  order: Order,
  { amount, paidOn, today, now }: { amount: Cents; paidOn: LocalDate; today: LocalDate; now: Date },
): Promise<Order> {
  const id = newId();
  const provider = appContext.ports.payment.name;
  const paymentId = `pay_${id}`;
  await trx
    .insertInto('payment')
    .values({
      borrower_id: order.borrower_id,
      id,
      order_id: order.id,
      provider,
      provider_payment_id: paymentId,
      amount,
      paid_on: paidOn,
      confirmed_on: paidOn,
      state: 'posted',
      received_at: now,
    })
    .execute();
  await recordPayment(trx, appContext, { paymentId, reference: id, amount, on: paidOn });
  return appendEvent(trx, order, { id, kind: 'paid', valueDate: paidOn, amount, provider }, { today, now });
}

/** Binds a debit card whose bank requires a code, or one that is charged at once (LEG-04). The provider chooses by the number. */
async function bindDemoCard(
  trx: Db,
  appContext: AppContext,
  { borrowerId, brand, needValid }: { borrowerId: BorrowerId; brand: Brand; needValid: 0 | 1 },
  now: Date,
): Promise<void> {
  const bank = institutionsOf(markets[brand.market].country).find(({ kind }) => kind === 'bank');
  if (!bank) throw new Error(`no bank issues cards in the country of ${brand.id}`);
  const number = needValid === 1 ? '4111111111111111' : '4242424242424242';
  const token = await appContext.ports.card.tokenise({ number, validThru: '12/39', holder: 'Maria Santos' });
  if (token === undefined) throw new Error('the sandbox refused its own card');
  await trx
    .insertInto('debit_card')
    .values({
      borrower_id: borrowerId,
      id: newId(),
      bank_code: bank.bic,
      bank_name: bank.name,
      tail: number.slice(-4),
      token_encrypted: appContext.cipher.encrypt(token),
      digest: appContext.cipher.digest(number),
      created_at: now,
    })
    .execute();
}

/** Formats of wallet numbers by country. */
const demoWallets = {
  PH: { walletStart: '0917', walletDigits: 11 },
  IN: { walletStart: '98', walletDigits: 10 },
  ID: { walletStart: '0812', walletDigits: 12 },
} as const;

async function bindAccount(
  trx: Db,
  appContext: AppContext,
  { brand, borrowerId, now }: { readonly brand: Brand; readonly borrowerId: BorrowerId; readonly now: Date },
): Promise<string> {
  const id = newId();
  const institution =
    bankForm(markets[brand.market], translatorFor('en', markets[brand.market])).find(
      (item) => item.code === 'walletCode',
    )?.note[0]?.type ?? '';
  const { walletStart, walletDigits } = demoWallets[markets[brand.market].country];
  const rest = walletDigits - walletStart.length;
  const number =
    walletStart +
    String(randomInt(1, 10 ** rest))
      .padStart(rest, '1')
      .replace(/0000$/, '0001');
  await trx
    .insertInto('bank_account')
    .values({
      borrower_id: borrowerId,
      id,
      card_type: 2,
      channel: defaultChannel,
      institution,
      number_encrypted: appContext.cipher.encrypt(number),
      number_tail: number.slice(-4),
      number_digest: appContext.cipher.digest(number),
      holder_encrypted: appContext.cipher.encrypt('Maria Santos'),
      state: 'active',
      created_at: now,
    })
    .execute();
  return id;
}
