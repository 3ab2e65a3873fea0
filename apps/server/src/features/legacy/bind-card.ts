import { bindDebitCard, cardBanks } from '@hiram/contract/legacy';
import type { Server } from '../../api/serve.ts';
import { markets } from '../../brands/markets/markets.ts';
import { inTransaction } from '../../platform/database/connect.ts';
import { refuse } from '../../platform/errors/rejection.ts';
import { newId } from '../../platform/ids.ts';
import { tryCard } from './card-tries.ts';
import { cardBankList, cardMonth, cardNumber, hasEnded, mostCards } from './cards.ts';

/** Binding a debit card (KEY-04): its number goes through to the provider, and a token comes back. */
export function bindCardRoutes({ serve, serveLong, house }: Server): void {
  serve(cardBanks, async (_input, { brand }) => ({ banks: cardBankList(markets[brand.market].country) }));

  serveLong(bindDebitCard, async (input, visit) => {
    const { db, brand, borrower, now } = visit;
    const bank = cardBankList(markets[brand.market].country).find((one) => one.bankCode === input.bankCode);
    if (!bank) return refuse('noSuchBank', { field: 'bankCode' });
    const number = cardNumber(input.cardNo);
    if (!number) return refuse('malformedCard', { field: 'cardNo' });
    const month = cardMonth(input.validThru);
    const today = await house.clock.today(db, brand.timeZone);
    if (!month || hasEnded(month, today)) return refuse('expiredCard', { field: 'validThru' });
    if (!/^\p{L}[\p{L} .,'’-]{1,59}$/u.test(input.holderName.trim()))
      return refuse('malformedHolder', { field: 'holderName' });
    const digest = house.seal.digest(number);
    const known = await db
      .selectFrom('debit_card')
      .select(['id', 'digest'])
      .where('borrower_id', '=', borrower.id)
      .execute();
    const before = known.find((card) => house.seal.matches(number, card.digest));
    if (before) return { id: before.id, cardNo: `•••• ${number.slice(-4)}` };
    if (known.length >= mostCards) return refuse('tooManyCards', { values: { most: mostCards } });
    const holder = input.holderName.trim();
    const token = await tryCard(
      house,
      visit,
      () => house.ports.card.tokenise({ number, validThru: month, holder }),
      (answer) => answer === undefined,
    );
    if (token === undefined || token === 'refused') return refuse('cardRefused', { field: 'cardNo' });
    await inTransaction(db, (trx) =>
      trx
        .insertInto('debit_card')
        .values({
          borrower_id: borrower.id,
          id: newId(),
          bank_code: bank.bankCode,
          bank_name: bank.bankName,
          tail: number.slice(-4),
          token_sealed: house.seal.seal(token),
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
    if (!kept) return refuse('tooManyCards', { values: { most: mostCards } });
    return { id: kept.id, cardNo: `•••• ${kept.tail}` };
  });
}

function isLimit(error: unknown): boolean {
  return error instanceof Error && 'constraint' in error && error.constraint === 'debit_card_limit';
}
