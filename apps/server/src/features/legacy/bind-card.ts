import type { bindDebitCard, cardBanks } from '@hiram/contract/legacy';
import type { BorrowerRequest, Handler } from '../../api/serve.ts';
import { markets } from '../../brands/markets/markets.ts';
import { inTransaction } from '../../platform/database/connection/connect.ts';
import { reject } from '../../platform/errors/rejection.ts';
import { newId } from '../../platform/ids.ts';
import { tryCard } from './card-tries.ts';
import { cardBankList, cardMonth, cardNumber, hasEnded, maxCards } from './cards.ts';

/** The banks whose cards can be bound. */
export const listCardBanks: Handler<typeof cardBanks> = async (_input, { brand }) => ({
  banks: cardBankList(markets[brand.market].country),
});

/** Binds a debit card (KEY-04): the provider gets its number and returns a token. */
export const bindCard: Handler<typeof bindDebitCard> = async (input, requestContext) => {
  const { appContext, db, brand, borrower } = requestContext;
  const bank = cardBankList(markets[brand.market].country).find(
    (candidate) => candidate.bankCode === input.bankCode,
  );
  if (!bank) return reject('noSuchBank', { field: 'bankCode' });
  const number = cardNumber(input.cardNumber);
  if (!number) return reject('malformedCard', { field: 'cardNumber' });
  const month = cardMonth(input.validThru);
  const today = await requestContext.today();
  if (!month || hasEnded(month, today)) return reject('expiredCard', { field: 'validThru' });
  if (!/^\p{L}[\p{L} .,'’-]{1,59}$/u.test(input.holderName.trim()))
    return reject('malformedHolder', { field: 'holderName' });
  const cards = await db
    .selectFrom('debit_card')
    .select(['id', 'digest'])
    .where('borrower_id', '=', borrower.id)
    .execute();
  const boundCard = cards.find((card) => appContext.cipher.matches(number, card.digest));
  if (boundCard) return { id: boundCard.id, lastDigits: `•••• ${number.slice(-4)}` };
  if (cards.length >= maxCards) return reject('tooManyCards', { values: { most: maxCards } });
  const holder = input.holderName.trim();
  const token = await tryCard(
    appContext,
    requestContext,
    () => appContext.ports.card.tokenise({ number, validThru: month, holder }),
    (answer) => answer === undefined,
  );
  if (token === undefined || token === 'rejected') return reject('cardRefused', { field: 'cardNumber' });
  const savedCard = await insertCard(requestContext, { bank, number, token });
  // Parallel requests reached the maximum number of cards.
  if (!savedCard) return reject('tooManyCards', { values: { most: maxCards } });
  return { id: savedCard.id, lastDigits: `•••• ${savedCard.tail}` };
};

/** Stores a card, unless it is bound already. Returns it; undefined if the borrower has too many. */
async function insertCard(
  { appContext, db, borrower, now }: BorrowerRequest,
  { bank, number, token }: { bank: { bankCode: string; bankName: string }; number: string; token: string },
) {
  const digest = appContext.cipher.digest(number);
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
  return db
    .selectFrom('debit_card')
    .select(['id', 'tail'])
    .where('borrower_id', '=', borrower.id)
    .where('digest', '=', digest)
    .executeTakeFirst();
}

function isLimit(error: unknown): boolean {
  return error instanceof Error && 'constraint' in error && error.constraint === 'debit_card_limit';
}
