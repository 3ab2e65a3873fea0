import { repaymentCommit, repaymentConfirm, repaymentHuichao, repaymentWay } from '@hiram/contract/legacy';
import { cents, formatCents, type LocalDate, payable } from '@hiram/loan';
import { validate } from 'uuid';
import type { BorrowerRequest, Server } from '../../api/serve.ts';
import { formatDate } from '../../brands/texts/dates.ts';
import { dueCardOf } from '../../lending/loans/due-card.ts';
import { engineEvents, loadEvents, loadOrder, type Order, runningOrder } from '../../lending/loans/loans.ts';
import { quoteOf } from '../../lending/loans/repayment-quote.ts';
import { heldByOrder } from '../../lending/payments/hold-payment.ts';
import { announcePayment } from '../../lending/payments/paid-by-hand.ts';
import { issueCode } from '../../lending/payments/payment-codes.ts';
import { inTransaction } from '../../platform/database/connect.ts';
import { NotFound, reject } from '../../platform/errors/rejection.ts';
import { knownId, newId } from '../../platform/ids.ts';
import { bindCardRoutes } from './bind-card.ts';
import { tryCard } from './card-tries.ts';
import { maxCards } from './cards.ts';

/** Milliseconds until another code can be requested (LEG-04). */
const resendMs = 60_000;
/** How long a charge may be in progress at the provider. */
const maxChargeMs = 60_000;

/** The legacy repayment by bank card (LEG-01 … LEG-08, KEY-04). */
export function legacyRoutes(server: Server): void {
  const { serve, serveWithoutTransaction, appContext } = server;
  bindCardRoutes(server);

  serve(repaymentWay, async ({ orderId }, { db, brand, borrower, translate, lang }) => {
    const order = orderId ? await loadOrder(db, borrower.id, orderId) : await runningOrder(db, borrower.id);
    if (!order || order.status < 170) return reject('notRunning');
    if (order.status === 200) return reject('nothingDue');
    const today = await appContext.clock.today(db, brand.timeZone);
    const quote = quoteOf(order.terms, engineEvents(await loadEvents(db, order)), today);
    const due = dueCardOf(order, quote, { today, translate, lang, held: await heldByOrder(db, borrower.id) });
    if (!due) return reject('nothingDue');
    const cards = await db
      .selectFrom('debit_card')
      .select(['id', 'bank_name', 'bank_code', 'tail'])
      .where('borrower_id', '=', borrower.id)
      .orderBy('id', 'desc')
      .limit(maxCards)
      .execute();
    return {
      alipay: brand.channels.length > 0 ? (1 as const) : (0 as const),
      repayToken: newRepayToken(borrower.id, order.id),
      bankCards: cards.map((card) => ({
        id: card.id,
        bankName: card.bank_name,
        cardNo: `•••• ${card.tail}`,
        bankCode: card.bank_code,
      })),
      userId: borrower.id,
      orderId: order.id,
      amount: due.repayAmount,
      couponId: '',
      due,
    };
  });

  serveWithoutTransaction(repaymentCommit, async (input, requestContext) => {
    const { db, borrower, brand, now } = requestContext;
    const order = await loadOrder(db, borrower.id, input.orderId);
    if (input.couponId) return reject('unknownCoupon', { field: 'couponId' });
    if (!isRepayToken(input.repayToken, borrower.id, order.id))
      return reject('staleToken', { field: 'repayToken' });
    const existing = await db
      .selectFrom('card_payment')
      .select('state')
      .where('borrower_id', '=', borrower.id)
      .where('repay_token', '=', input.repayToken)
      .executeTakeFirst();
    if (existing?.state === 'confirmed' || existing?.state === 'declined')
      return reject('paidTwice', { field: 'repayToken' });
    const rejection = existing ? undefined : await payabilityRejection(order, input.amount, requestContext);
    if (rejection) return rejection;
    const card = validate(input.cardId)
      ? await db
          .selectFrom('debit_card')
          .selectAll()
          .where('borrower_id', '=', borrower.id)
          .where('id', '=', input.cardId)
          .executeTakeFirst()
      : undefined;
    if (!card) return reject('unknownCard', { field: 'cardId' });
    const today = await appContext.clock.today(db, brand.timeZone);
    const begun = await begin(requestContext, order, {
      cardId: card.id,
      token: input.repayToken,
      amount: input.amount,
      today,
    });
    if (!begun) return reject('paidTwice', { field: 'repayToken' });
    const { payment, isNew } = begun;
    // A token is for one payment: only that payment's code can be sent again.
    const isSamePayment = payment.card_id === card.id && payment.amount === input.amount;
    if (!isNew && (!isSamePayment || payment.state === 'confirmed' || payment.state === 'declined'))
      return reject('paidTwice', { field: 'repayToken' });
    if (!isNew && payment.state === 'waiting' && payment.charge !== null) {
      if (input.sendMsg === 0) return reject('paidTwice', { field: 'repayToken' });
      const sentAgo = now.getTime() - (payment.code_sent_at?.getTime() ?? 0);
      if (sentAgo < resendMs)
        return reject('codeTooSoon', { values: { seconds: Math.ceil((resendMs - sentAgo) / 1000) } });
      await appContext.ports.card.sendCode(payment.charge, borrower.phone);
      await change(borrower.id, payment.id, { code_sent_at: now });
      return { needValid: 1 as const, repayRecordId: payment.id };
    }
    const charge = () =>
      appContext.ports.card.charge({
        reference: payment.code_id,
        token: appContext.cipher.decrypt(card.token_encrypted),
        amount: payment.amount,
        phone: borrower.phone,
      });
    // A payment that was begun before is not counted again. Its reference can be charged only once.
    const charged = isNew
      ? await tryCard(appContext, requestContext, charge, (answer) => answer.state === 'declined')
      : await charge();
    if (charged === 'refused' || charged.state === 'declined') {
      await change(borrower.id, payment.id, { state: 'declined' });
      return reject('cardDeclined', { field: 'cardId' });
    }
    const needsCode = charged.state === 'needsCode';
    await change(borrower.id, payment.id, {
      charge: charged.charge,
      needs_code: needsCode,
      state: needsCode ? 'waiting' : 'confirmed',
      ...(needsCode ? { code_sent_at: now } : {}),
    });
    return { needValid: needsCode ? (1 as const) : (0 as const), repayRecordId: payment.id };
  });

  serveWithoutTransaction(
    repaymentConfirm,
    async ({ orderId, verifyCode, repaymentRecordId }, requestContext) => {
      const { borrower } = requestContext;
      const attempt = await beginConfirming(requestContext, orderId, repaymentRecordId, verifyCode);
      if (!('charge' in attempt)) return attempt;
      const confirmed = await appContext.ports.card.confirm(attempt.charge, verifyCode);
      if (confirmed === 'wrongCode') {
        await change(borrower.id, attempt.id, { confirming_at: null });
        return reject('wrongVerifyCode', { field: 'verifyCode' });
      }
      await change(borrower.id, attempt.id, { state: confirmed === 'taken' ? 'confirmed' : 'declined' });
      return confirmed === 'taken' ? {} : reject('cardDeclined');
    },
  );

  serveWithoutTransaction(repaymentHuichao, async ({ userId, orderId, amount }, requestContext) => {
    const { db, brand, borrower, now } = requestContext;
    if (userId !== borrower.id) throw new NotFound('user');
    const order = await loadOrder(db, borrower.id, orderId);
    const rejection = await payabilityRejection(order, amount, requestContext);
    if (rejection) return rejection;
    const channel = brand.channels.find(({ min, max }) => amount >= min && amount <= max);
    if (!channel) return reject('amountTooLarge', { field: 'amount', values: { max: '' } });
    const today = await appContext.clock.today(db, brand.timeZone);
    const code = await issueCode(appContext, brand, order, {
      amount,
      channel,
      purpose: 'repayment',
      today,
      now,
    });
    const query = new URLSearchParams({
      showType: String(code.show_type),
      payCode: code.pay_code ?? '',
      payCodeImg: `/api/code-image/${code.image_token}.svg`,
      repayAmount: String(code.amount),
    });
    return { url: `/repaymentOfCode?${query}` };
  });

  /**
   * Records that a code is being checked at the provider, so that no other payment of the order starts meanwhile; or returns the
   * rejection.
   */
  async function beginConfirming(
    requestContext: BorrowerRequest,
    orderId: string,
    recordId: string,
    verifyCode: string,
  ) {
    const { borrower, now } = requestContext;
    return inTransaction(appContext.db, async (trx) => {
      // `begin` takes the same lock.
      const order = await loadOrder(trx, borrower.id, orderId, true);
      const payment = await trx
        .selectFrom('card_payment')
        .selectAll()
        .where('borrower_id', '=', borrower.id)
        .where('id', '=', knownId(recordId))
        .where('order_id', '=', order.id)
        .executeTakeFirst();
      if (!payment) throw new NotFound('card payment');
      const { id, state, charge, amount } = payment;
      if (state === 'declined') return reject('cardDeclined');
      if (state !== 'waiting' || charge === null) return reject('paidTwice');
      if (!/^\d{6}$/.test(verifyCode)) return reject('wrongVerifyCode', { field: 'verifyCode' });
      // Paid in the meantime by other means: charge nothing more.
      if (await payabilityRejection(order, amount, { ...requestContext, db: trx }))
        return reject('paidTwice');
      await trx
        .updateTable('card_payment')
        .set({ confirming_at: now })
        .where('borrower_id', '=', borrower.id)
        .where('id', '=', id)
        .execute();
      return { id, charge };
    });
  }

  /** Begins a payment, at most one a token. Undefined if another card payment of the order is in progress. */
  async function begin(
    { borrower, now }: BorrowerRequest,
    order: Order,
    request: { cardId: string; token: string; amount: number; today: LocalDate },
  ) {
    return inTransaction(appContext.db, async (trx) => {
      await loadOrder(trx, borrower.id, order.id, true);
      const existing = await trx
        .selectFrom('card_payment')
        .selectAll()
        .where('borrower_id', '=', borrower.id)
        .where('repay_token', '=', request.token)
        .executeTakeFirst();
      // A payment that never reached the provider continues: its reference can be charged only once.
      if (existing) return { payment: existing, isNew: existing.state === 'begun' };
      // Another card payment of this order blocks this one if it is at the provider or not posted yet. One that only waits for
      // its code is declined in favour of this one.
      const others = await trx
        .selectFrom('card_payment')
        .innerJoin('payment_code', 'payment_code.id', 'card_payment.code_id')
        .select([
          'card_payment.id',
          'card_payment.state',
          'card_payment.created_at',
          'card_payment.confirming_at',
        ])
        .where('card_payment.borrower_id', '=', borrower.id)
        .where('card_payment.order_id', '=', order.id)
        .where('card_payment.state', 'in', ['begun', 'waiting', 'confirmed'])
        .where('payment_code.state', '=', 'open')
        .execute();
      const isAtProvider = (since: Date) => now.getTime() - since.getTime() < maxChargeMs;
      const isBlocked = others.some(
        (other) =>
          other.state === 'confirmed' ||
          (other.state === 'begun' && isAtProvider(other.created_at)) ||
          (other.confirming_at !== null && isAtProvider(other.confirming_at)),
      );
      if (isBlocked) return undefined;
      if (others.length > 0)
        await trx
          .updateTable('card_payment')
          .set({ state: 'declined' })
          .where('borrower_id', '=', borrower.id)
          .where(
            'id',
            'in',
            others.map((other) => other.id),
          )
          .execute();
      const codeId = await announcePayment(trx, order, {
        means: 'card',
        provider: appContext.ports.card.name,
        channel: request.cardId,
        amount: request.amount,
        today: request.today,
        now,
      });
      const payment = await trx
        .insertInto('card_payment')
        .values({
          borrower_id: borrower.id,
          id: newId(),
          order_id: order.id,
          card_id: request.cardId,
          code_id: codeId,
          repay_token: request.token,
          amount: request.amount,
          state: 'begun',
          created_at: now,
        })
        .returningAll()
        .executeTakeFirstOrThrow();
      return { payment, isNew: true };
    });
  }

  async function change(
    borrowerId: string,
    id: string,
    changes: {
      state?: 'waiting' | 'confirmed' | 'declined';
      charge?: string;
      needs_code?: boolean;
      code_sent_at?: Date;
      confirming_at?: null;
    },
  ): Promise<void> {
    await appContext.db
      .updateTable('card_payment')
      .set(changes)
      .where('borrower_id', '=', borrowerId)
      .where('id', '=', id)
      .where('state', 'in', ['begun', 'waiting'])
      .execute();
  }

  function newRepayToken(borrowerId: string, orderId: string): string {
    const nonce = newId();
    return `${nonce}.${appContext.cipher.sign(`repay ${borrowerId} ${orderId} ${nonce}`)}`;
  }

  function isRepayToken(token: string, borrowerId: string, orderId: string): boolean {
    const [nonce = '', signature = '', ...more] = token.split('.');
    if (more.length > 0) return false;
    return appContext.cipher.isSigned(`repay ${borrowerId} ${orderId} ${nonce}`, signature);
  }

  /** The rejection of an amount that cannot be paid today, as for all other means of payment; undefined if it can. */
  async function payabilityRejection(order: Order, amount: number, { db, brand, lang }: BorrowerRequest) {
    if (order.status === 200) return reject('nothingDue');
    if (order.status < 170) return reject('notRunning');
    const today = await appContext.clock.today(db, brand.timeZone);
    const allowed = payable(order.terms, engineEvents(await loadEvents(db, order)), today);
    if (!allowed.ok && allowed.reason === 'settled') return reject('nothingDue');
    if (!allowed.ok) return reject('notYet', { values: { date: formatDate(allowed.from, lang) } });
    const money = (value: number) => formatCents(cents(value), brand.money);
    if (amount < allowed.min)
      return reject('amountTooSmall', { field: 'amount', values: { min: money(allowed.min) } });
    if (amount > allowed.max)
      return reject('amountTooLarge', { field: 'amount', values: { max: money(allowed.max) } });
    return undefined;
  }
}
