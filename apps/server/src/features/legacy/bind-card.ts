import { bindDebitCard, cardBanks } from '@hiram/contract/legacy';
import type { Server } from '../../api/serve.ts';
import { markets } from '../../brands/markets/markets.ts';
import { inTransaction } from '../../platform/database/connect.ts';
import { reject } from '../../platform/errors/rejection.ts';
import { newId } from '../../platform/ids.ts';
import { tryCard } from './card-tries.ts';
import { cardBankList, cardMonth, cardNumber, hasEnded, maxCards } from './cards.ts';

/** Binding a debit card (KEY-04): its number goes through to the provider, and a token comes back. */
export function bindCardRoutes({ serve, serveWithoutTransaction, appContext }: Server): void {
  serve(cardBanks, async (_input, { brand }) => ({ banks: cardBankList(markets[brand.market].country) }));

  serveWithoutTransaction(bindDebitCard, async (input, requestContext) => {
    const { db, brand, borrower, now } = requestContext;
    const bank = cardBankList(markets[brand.market].country).find((one) => one.bankCode === input.bankCode);
    if (!bank) return reject('noSuchBank', { field: 'bankCode' });
    const number = cardNumber(input.cardNo);
    if (!number) return reject('malformedCard', { field: 'cardNo' });
    const month = cardMonth(input.validThru);
    const today = await appContext.clock.today(db, brand.timeZone);
    if (!month || hasEnded(month, today)) return reject('expiredCard', { field: 'validThru' });
    if (!/^\p{L}[\p{L} .,'’-]{1,59}$/u.test(input.holderName.trim()))
      return reject('malformedHolder', { field: 'holderName' });
    const digest = appContext.cipher.digest(number);
    const known = await db
      .selectFrom('debit_card')
      .select(['id', 'digest'])
      .where('borrower_id', '=', borrower.id)
      .execute();
    const before = known.find((card) => appContext.cipher.matches(number, card.digest));
    if (before) return { id: before.id, cardNo: `•••• ${number.slice(-4)}` };
    if (known.length >= maxCards) return reject('tooManyCards', { values: { most: maxCards } });
    const holder = input.holderName.trim();
    const token = await tryCard(
      appContext,
      requestContext,
      () => appContext.ports.card.tokenise({ number, validThru: month, holder }),
      (answer) => answer === undefined,
    );
    if (token === undefined || token === 'refused') return reject('cardRefused', { field: 'cardNo' });
    await inTransaction(db, (trx) =>
      trx
        .insertInto('debit_card')
        .values({
          borrower_id: borrower.id,
          id: newId(),
          bank_code: bank.bankCode,
          bank_name: bank.bankName,
          tail: number.slice(-4),
          token_encrypted: appContext.cipher.encrypt(token),
          digest,
          created_at: now,
        })
        .onConflict((conflict) => conflict.columns(['borrower_id', 'digest']).doNothing())
        .execute(),
    ).catch((error: unknown) => {
      if (!isLimit(error)) throw error;
    });
    const kept = await db
      .selectFrom('debit_card')
      .select(['id', 'tail'])
      .where('borrower_id', '=', borrower.id)
      .where('digest', '=', digest)
      .executeTakeFirst();
    // Others at once took the places that were left.
    if (!kept) return reject('tooManyCards', { values: { most: maxCards } });
    return { id: kept.id, cardNo: `•••• ${kept.tail}` };
  });
}

function isLimit(error: unknown): boolean {
  return error instanceof Error && 'constraint' in error && error.constraint === 'debit_card_limit';
}
