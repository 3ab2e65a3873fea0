import { createHash, randomInt } from 'node:crypto';
import type { BorrowerId, OrderId, ProductId } from '@hiram/contract/ids';
import { availabilityCodes } from '@hiram/contract/recommended-product';
import type { Brand, BrandProduct } from '../brands/brand.ts';
import { markets } from '../brands/markets/markets.ts';
import type { AppContext } from '../context/app-context.ts';
import { newInviteCode } from '../features/promotion/open-account.ts';
import { borrowerByPhone } from '../lending/borrowers/borrower-store.ts';
import { readProfile, saveProfile } from '../lending/borrowers/profile.ts';
import { reserveNumber } from '../lending/borrowers/reserve-number.ts';
import { beginCheck, draftCheck, storeAnswer, submitCheck } from '../lending/identity/identity-check.ts';
import { recordJointFailure } from '../lending/origination/joint-login.ts';
import { type Display, saveProduct } from '../lending/origination/products.ts';
import { type Db, inTransaction } from '../platform/database/connection/connect.ts';
import type { Proof } from '../platform/http/sessions/proof.ts';
import { openSession } from '../platform/http/sessions/session.ts';
import { newId } from '../platform/ids.ts';
import { bindDemoCard } from './demo-account.ts';
import type { DemoOptions } from './demo-order.ts';
import { createOrder } from './demo-order.ts';

export interface DemoBorrower {
  readonly sessionId: string;
  readonly phone: string;
  readonly productId: ProductId;
  readonly orderId?: OrderId;
}

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
    const phone = await freePhone(trx, appContext, brand);
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
        fullName: wanted.options?.fullName ?? 'Maria Santos',
        monthlyIncome: wanted.state === '110' ? 200_000 : incomeFor(brand),
        now,
      });
    if (wanted.state !== 'new' && wanted.options?.identified !== false)
      await identifyDemo(trx, appContext, { brand, borrowerId });
    await answerForPartners(trx, brand, borrowerId, wanted);
    const sessionId = await openSession(trx, { borrowerId, brand: brand.id, ...holder, codeAt: now, now });
    const hasOrder = wanted.state !== 'new' && wanted.state !== 'ready';
    const orderId = hasOrder
      ? await createOrder(trx, appContext, brand, { borrowerId, productId, wanted, today, now })
      : undefined;
    if (wanted.options?.needsCode !== undefined)
      await bindDemoCard(trx, appContext, { borrowerId, brand, needsCode: wanted.options.needsCode }, now);
    if (wanted.options?.jointFailure) await failToSignIn(trx, { brand, borrowerId, orderId, now });
    if (orderId === undefined) return { sessionId, phone, productId };
    return { sessionId, phone, productId, orderId };
  });
}

/** A monthly income, in cents, that is sufficient for the brand's first product, in any currency. */
function incomeFor(brand: Brand): number {
  return Math.max(4_000_000, 3 * (brand.products[0]?.amountOffered ?? 0));
}

/** A valid phone number of the market. */
export function anyPhone({ market }: Brand): string {
  const [start, length] = (
    { spec: ['+8613', 9], ph: ['+63917', 7], in: ['+9198', 8], id: ['+62812', 8] } as const
  )[market];
  return start + String(randomInt(10 ** length)).padStart(length, '0');
}

/** One that no borrower has. */
async function freePhone(trx: Db, appContext: AppContext, brand: Brand): Promise<string> {
  for (;;) {
    const phone = anyPhone(brand);
    const existing = await borrowerByPhone(trx, brand.id, phone);
    if (!existing && (await reserveNumber(trx, appContext, brand.id, phone))) return phone;
  }
}

async function fillForms(
  trx: Db,
  appContext: AppContext,
  {
    brand,
    borrowerId,
    fullName,
    monthlyIncome,
    now,
  }: {
    readonly brand: Brand;
    readonly borrowerId: BorrowerId;
    readonly fullName: string;
    readonly monthlyIncome: number;
    readonly now: Date;
  },
): Promise<void> {
  const groups = {
    public: { fullName, nationality: markets[brand.market].country },
    personal: { birthDate: '1994-05-17', permanentAddress: true, fullCapacity: true },
    job: { employer: 'Luntian Trading', monthlyIncome },
  } as const;
  for (const [group, data] of Object.entries(groups))
    await saveProfile(trx, appContext.cipher, { borrowerId, group: group as keyof typeof groups, data, now });
}

/** A document that the identity service read and found to be the borrower's, where the brand asks for one. */
async function identifyDemo(
  trx: Db,
  appContext: AppContext,
  { brand, borrowerId }: { readonly brand: Brand; readonly borrowerId: BorrowerId },
): Promise<void> {
  const [kind] = brand.identity.documents;
  if (kind === undefined) return;
  const now = appContext.clock.now();
  const { fullName: name, birthDate } = await readProfile(trx, appContext.cipher, borrowerId);
  await beginCheck(trx, brand, { borrowerId, kind, kept: {}, now });
  const draft = await draftCheck(trx, borrowerId);
  if (!draft) throw new Error('the check was begun');
  await submitCheck(trx, draft, now);
  const answer = { outcome: 'verified', read: { name, birthDate }, face: 'match' } as const;
  await storeAnswer(trx, appContext, brand, draft, answer);
}

/** The brand's product of the requested kind, or an unlisted variant of it if the options need one (extensions, a prompt, …). */
async function productFor(trx: Db, brand: Brand, wanted: DemoOptions, now: Date): Promise<ProductId> {
  const kind = wanted.kind ?? 'perPeriod';
  const base = brand.products.find((product) => product.kind === kind) ?? brand.products[0];
  if (!base) throw new Error('a brand has at least one product');
  const options = wanted.options ?? {};
  const display: Display = {
    ...(options.asksBeforeLeaving
      ? {
          confirmPrompt: {
            title: 'Leave without your loan?',
            content: 'Your offer stays open, and nothing is charged until you withdraw.',
          },
        }
      : {}),
    ...(options.showsAgreement ? { popAgreement: true } : {}),
    ...(options.safetyTip === false ? { quiet: true } : {}),
    ...(options.collectionAllowed === false ? { uncollected: true } : {}),
  };
  const extensions = options.canExtend === undefined ? base.extensions : Number(options.canExtend);
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
  return saveProduct(trx, brand, product, {
    display: { ...display, variantOf: base.code },
    listed: false,
    logo: base.code,
    now,
  });
}

/** Sets the partners' answers for this borrower, if the options have them. */
async function answerForPartners(
  trx: Db,
  brand: Brand,
  borrowerId: BorrowerId,
  wanted: DemoOptions,
): Promise<void> {
  const { recommendedProducts, availability } = wanted.options ?? {};
  const shown =
    recommendedProducts === undefined || recommendedProducts === true
      ? brand.recommended.length
      : Number(recommendedProducts);
  const rows = brand.recommended.map((product, index) => ({
    borrower_id: borrowerId,
    partner_key: product.key,
    globally: index === 0 && availability !== undefined ? availabilityCodes[availability] : product.globally,
    shown: index < shown,
  }));
  if (recommendedProducts !== undefined || availability !== undefined)
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
