import type { CallInput } from '@hiram/contract/call';
import type { ConfirmDetail } from '@hiram/contract/confirm';
import {
  acknowledgeDisclosure,
  confirmDetail,
  confirmScene,
  contractJump,
  contractList,
  loanPush,
  maskedConfirm,
} from '@hiram/contract/confirm';
import { addDays, cents, disclose, formatCents, type LocalDate } from '@hiram/loan';
import type { BorrowerRequest, Server } from '../../api/serve.ts';
import type { Brand } from '../../brands/brand.ts';
import { logoUrl } from '../../brands/logos.ts';
import { markets } from '../../brands/markets/markets.ts';
import { formatDate } from '../../brands/texts/dates.ts';
import { effectiveText, percentText } from '../../brands/texts/numbers.ts';
import type { Translate } from '../../brands/texts/translate.ts';
import { markIdentity } from '../../lending/borrowers/identity-marks.ts';
import { readProfile } from '../../lending/borrowers/profile.ts';
import { loadOrder, runningOrder } from '../../lending/loans/loans.ts';
import { textHash } from '../../lending/origination/agreements/agreed-text.ts';
import {
  type AgreementView,
  agreementBody,
  agreementTitles,
  disclosureStatement,
  keepAgreements,
  loanAgreement,
  viewToken,
} from '../../lending/origination/agreements/agreements.ts';
import { contractUrl } from '../../lending/origination/agreements/contract-address.ts';
import { acknowledgedFor, keepDisclosure } from '../../lending/origination/agreements/disclosures.ts';
import {
  apply,
  clientKind,
  hasChanged,
  lockBorrower,
  type NoOffer,
  type Offer,
  type OfferRejection,
  offerFor,
  rememberOffer,
} from '../../lending/origination/apply.ts';
import { isOffered, loadProduct, termsHash, termsOf } from '../../lending/origination/products.ts';
import { queueText } from '../../messaging/messages.ts';
import type { Db } from '../../platform/database/connect.ts';
import { NotFound, type Rejection, reject } from '../../platform/errors/rejection.ts';

/** Milliseconds in which an equal application counts as a repeated tap. */
const repeatWindowMs = 10 * 60_000;
/** How long an agreement that names the borrower can be opened before the application. */
const namedLinkMs = 24 * 3_600_000;

export function confirmRoutes({ serve, appContext }: Server): void {
  async function detail(
    input: CallInput<typeof confirmDetail>,
    requestContext: BorrowerRequest,
  ): Promise<ConfirmDetail | Rejection<NoOffer>> {
    const { db, brand, borrower, now } = requestContext;
    const today = await appContext.clock.today(db, brand.timeZone);
    const offer = await offerFor(db, brand, borrower.id, input.productId, input.amount, today);
    if ('reason' in offer) return refused(offer, requestContext);
    await rememberOffer(db, borrower.id, offer, now);
    const acknowledged = await acknowledgedFor(db, appContext, borrower.id, offer);
    const name = await nameOf(requestContext);
    return shown(offer, requestContext, { today, name, acknowledged: acknowledged !== undefined });
  }

  function refused(offer: OfferRejection, { brand, translate, lang }: BorrowerRequest): Rejection<NoOffer> {
    const money = (amount: number | undefined) => formatCents(amount ?? 0, brand.money);
    const values = {
      date: offer.date ? formatDate(offer.date, lang) : '',
      min: money(offer.min),
      max: money(offer.max),
    };
    const field = offer.reason === 'amountOutOfRange' ? 'amount' : 'productId';
    return reject(offer.reason, { field, text: translate(`rejection.${offer.reason}`, values) });
  }

  function shown(
    offer: Offer,
    { brand, borrower, translate, lang, now }: BorrowerRequest,
    { today, name, acknowledged }: { today: LocalDate; name: string | undefined; acknowledged: boolean },
  ): ConfirmDetail {
    const { product, amount, client, terms } = offer;
    const cost = disclose(terms);
    const money = (value: number) => formatCents(value, brand.money);
    const first = cost.instalments[0];
    const statement = statementOf(offer, brand, translate, { today, name });
    const named = { borrowerId: borrower.id, until: now.getTime() + namedLinkMs };
    return {
      amount,
      periods: terms.termDays,
      termUnit: 'day',
      details: [
        { text: translate('row.youReceive'), value: money(cost.netProceeds) },
        ...(cost.fee > 0 ? [{ text: translate('row.feeDeducted'), value: money(cost.fee) }] : []),
        { text: translate('row.interest'), value: money(cost.interest) },
        { text: translate('row.totalToRepay'), value: money(cost.totalToRepay) },
        { text: translate('row.ofWhichCost'), value: money(cost.financeCharge) },
        ...(cost.effectivePerMonth === undefined
          ? []
          : [
              {
                text: translate('row.effectiveRate'),
                value: translate('value.perMonth', { rate: effectiveText(cost.effectivePerMonth, lang) }),
              },
            ]),
      ],
      repay_plans: cost.instalments.map((row) => ({
        amount: row.payment,
        pay_time: addDays(today, row.day),
        title: translate('confirm.repayment', { no: row.no }),
        description: translate('confirm.daysAfter', { days: row.day }),
        principal: row.principal,
        interest: row.interest,
      })),
      firstPayTime: addDays(today, first?.day ?? terms.termDays),
      firstPeriodDay: first?.day ?? terms.termDays,
      pRateDsc: translate('confirm.rate', {
        day: percentText(terms.dailyPpm, lang),
        month: percentText(terms.dailyPpm * 30, lang),
      }),
      sendSms: 1,
      isPopType: product.display.confirmPrompt ? 1 : 0,
      popTitle: product.display.confirmPrompt?.title ?? '',
      popContent: product.display.confirmPrompt?.content ?? '',
      popAgreementUrl: product.display.popAgreement
        ? agreementUrl({
            productId: product.row.id,
            amount,
            client,
            position: loanAgreement,
            lang,
            from: today,
            named,
          })
        : '',
      comProductLogo: logoUrl(brand, product.row.logo),
      comProductName: product.row.name,
      netProceeds: cost.netProceeds,
      amountMin: product.figures.amountMin,
      amountMax: product.figures.amountMax,
      amountStep: product.figures.amountStep,
      prepayDay: Math.max(Math.ceil(terms.termDays / 2), terms.prepayMinDays),
      coolingOffDays: terms.coolingOff?.days ?? 0,
      agreementTicked: markets[brand.market].agreementTicked,
      disclosure: {
        needed: markets[brand.market].disclosureFirst ? 1 : 0,
        acknowledged: acknowledged ? 1 : 0,
        title: statement.title,
        url: agreementUrl({
          productId: product.row.id,
          amount,
          client,
          position: disclosureStatement,
          lang,
          from: today,
          named,
        }),
        hash: textHash(statement.html),
      },
    };
  }

  /** The disclosure statement of an offer as of today. */
  function statementOf(
    offer: Offer,
    brand: Brand,
    translate: Translate,
    { today, name }: { today: LocalDate; name: string | undefined },
  ) {
    const { terms, product } = offer;
    return agreementBody(disclosureStatement, {
      brand,
      terms,
      productName: product.row.name,
      translate,
      from: today,
      borrower: name,
    });
  }

  /** The borrower's certified name, for the agreement. */
  async function nameOf({ db, borrower }: BorrowerRequest): Promise<string | undefined> {
    return (await readProfile(db, appContext.cipher, borrower.id)).fullName;
  }

  async function acknowledge(
    input: CallInput<typeof acknowledgeDisclosure>,
    requestContext: BorrowerRequest,
  ) {
    const { db, brand, borrower, translate } = requestContext;
    const today = await appContext.clock.today(db, brand.timeZone);
    const offer = await offerFor(db, brand, borrower.id, input.productId, input.amount, today);
    if ('reason' in offer) return refused(offer, requestContext);
    const name = await nameOf(requestContext);
    const statement = statementOf(offer, brand, translate, { today, name });
    if (textHash(statement.html) !== input.hash) return reject('offerChanged' as const, { field: 'hash' });
    await keepDisclosure(db, appContext, borrower.id, offer, { ...statement, language: brand.language });
    return { acknowledged: 1 as const };
  }

  /** The URL of a page that shows an agreement with these figures. It is signed, so the figures cannot be altered. */
  function agreementUrl(view: AgreementView): string {
    return `/api/agreement/${viewToken(appContext.cipher, view)}`;
  }

  async function list(input: CallInput<typeof contractList>, { db, brand, translate }: BorrowerRequest) {
    await loadProduct(db, brand, input.productId);
    if (input.scene !== confirmScene) return reject('noSuchContract' as const, { field: 'scene' });
    return { list: agreementTitles(brand, translate).map((title) => ({ title })) };
  }

  async function jump(
    input: CallInput<typeof contractJump>,
    { db, brand, borrower, translate, lang, now }: BorrowerRequest,
  ) {
    if (input.scene !== confirmScene) return reject('noSuchContract' as const, { field: 'scene' });
    if (input.position >= agreementTitles(brand, translate).length)
      return reject('noSuchContract' as const, { field: 'position' });
    if (input.orderId) return { contract_url: await agreedUrl(input, borrower.id, input.orderId, db, now) };
    const product = await loadProduct(db, brand, input.productId);
    const amount = cents(input.amount ?? product.row.amount_offered);
    // Sign only amounts that are offered: the page behind the URL computes figures from them.
    if (!isOffered(product, amount)) {
      const money = (value: number) => formatCents(value, brand.money);
      const { amountMin, amountMax } = product.figures;
      const values = { min: money(amountMin), max: money(amountMax) };
      return reject('amountOutOfRange' as const, { field: 'amount', values });
    }
    return {
      contract_url: agreementUrl({
        productId: product.row.id,
        amount,
        client: await clientKind(db, borrower.id),
        position: input.position,
        lang: lang,
        from: await appContext.clock.today(db, brand.timeZone),
        named: { borrowerId: borrower.id, until: now.getTime() + namedLinkMs },
      }),
    };
  }

  /** The URL of the agreement that was accepted with the order, even if product, rules or texts have changed since (KEY-06). */
  async function agreedUrl(
    { productId, scene, position }: CallInput<typeof contractJump>,
    borrowerId: string,
    orderId: string,
    db: Db,
    now: Date,
  ): Promise<string> {
    const order = await loadOrder(db, borrowerId, orderId);
    const agreement = await db
      .selectFrom('agreement')
      .select('id')
      .where('borrower_id', '=', borrowerId)
      .where('order_id', '=', order.id)
      .where('scene', '=', scene)
      .where('position', '=', position)
      .executeTakeFirst();
    if (order.product_id !== productId || !agreement) throw new NotFound('contract');
    return contractUrl(appContext, borrowerId, agreement.id, 'html', now);
  }

  async function push(input: CallInput<typeof loanPush>, requestContext: BorrowerRequest) {
    const { db, brand, borrower, context, now, translate } = requestContext;
    const today = await appContext.clock.today(db, brand.timeZone);
    await lockBorrower(db, borrower.id);
    const running = await runningOrder(db, borrower.id);
    const product = await loadProduct(db, brand, input.productId);
    if (input.periods !== product.figures.termDays)
      return reject('termDiffers' as const, { field: 'periods' });
    if (running) {
      // A repeated tap gets the first answer.
      const isRepeated =
        running.product_id === product.row.id &&
        running.amount === input.amount &&
        now.getTime() - running.applied_at.getTime() < repeatWindowMs &&
        termsHash(running.terms).equals(
          termsHash(termsOf(brand, product, cents(input.amount), running.client_kind)),
        );
      return isRepeated
        ? { lendDetailsUrl: orderUrl(running.id, product.row.id) }
        : reject('runningOrder' as const, { field: 'productId' });
    }
    const offer = await offerFor(db, brand, borrower.id, input.productId, input.amount, today);
    if ('reason' in offer) return refused(offer, requestContext);
    if (await hasChanged(db, borrower.id, offer)) return reject('offerChanged' as const, { field: 'amount' });
    const acknowledged = await acknowledgedFor(db, appContext, borrower.id, offer);
    if (markets[brand.market].disclosureFirst && !acknowledged)
      return reject('disclosureFirst' as const, { field: 'productId' });
    if (brand.identity.sharedDevice === 'refer' && context.deviceId)
      await markIdentity(db, appContext, borrower, 'device', [context.deviceId]);
    const orderId = await apply(db, appContext.jobs, brand, borrower.id, offer, today, now);
    const loan = {
      brand,
      terms: offer.terms,
      productName: product.row.name,
      translate,
      from: today,
      borrower: await nameOf(requestContext),
      orderId,
    };
    await keepAgreements(db, appContext, { borrowerId: borrower.id, orderId }, loan, acknowledged);
    const text = translate('sms.applied', {
      amount: formatCents(offer.amount, brand.money),
      name: brand.names.english,
    });
    await queueText(db, appContext, {
      brand: brand.id,
      phone: borrower.phone,
      purpose: 'applied',
      text,
      now,
    });
    return { lendDetailsUrl: orderUrl(orderId, product.row.id) };
  }

  function orderUrl(orderId: string, productId: string): string {
    return `/order?${new URLSearchParams({ productId, orderId })}`;
  }

  serve(confirmDetail, detail);
  serve(contractList, list);
  serve(contractJump, jump);
  serve(loanPush, push);
  serve(acknowledgeDisclosure, acknowledge);
  serve(maskedConfirm.detail, detail);
  serve(maskedConfirm.list, list);
  serve(maskedConfirm.jump, jump);
  serve(maskedConfirm.push, push);
}
