import { bindCard, bindCardFromOrder, cardInit } from '@hiram/contract/bank';
import type { CallInput } from '@hiram/contract/call';
import { markets } from '../brand/markets.ts';
import { cleanValue, valueProblem } from '../forms/check-value.ts';
import { refuse } from '../http/refuse.ts';
import type { BorrowerVisit, Server } from '../http/serve.ts';
import { lockBorrower } from '../lending/apply.ts';
import { newId } from '../lending/ids.ts';
import { loadOrder } from '../lending/loans.ts';
import { queueText } from '../lending/messages.ts';
import { activeAccount } from '../lending/payouts.ts';
import { loadProduct } from '../lending/products.ts';
import {
  accountTypes,
  bankForm,
  defaultCardType,
  defaultChannel,
  institutionItem,
  isBranchOf,
  numberItem,
} from './form.ts';

type BindInput = CallInput<typeof bindCard>;

export function bankRoutes({ serve, house }: Server): void {
  serve(cardInit, async ({ product_id }, { db, brand, speak }) => {
    if (product_id) await loadProduct(db, brand, product_id);
    return {
      items: bankForm(markets[brand.market], speak),
      types: accountTypes.map((type) => ({ type, name: speak(`bank.type.${type}`) })),
    };
  });

  serve(bindCard, bind);
  serve(bindCardFromOrder, bind);

  /** The payload against the very form that was delivered: unknown items, missing ones, options and rules (BANK-11). */
  async function bind(input: BindInput, visit: BorrowerVisit) {
    const { db, brand, borrower, speak, now } = visit;
    const {
      cardType = defaultCardType,
      product_id,
      channelNumber = defaultChannel,
      orderId,
      ...fields
    } = input;
    if (!accountTypes.some((type) => type === cardType))
      return refuse('noSuchType' as const, { field: 'cardType' });
    if (channelNumber !== defaultChannel) return refuse('noSuchChannel' as const, { field: 'channelNumber' });
    if (product_id) await loadProduct(db, brand, product_id);
    if (orderId) await loadOrder(db, borrower.id, orderId);
    const items = bankForm(markets[brand.market], speak).filter(
      (item) => item.cardTypeMi === 0 || item.cardTypeMi === cardType,
    );
    for (const code of Object.keys(fields))
      if (!items.some((item) => item.code === code)) return refuse('unknownItem' as const, { field: code });
    const values = new Map<string, string>();
    for (const item of items) {
      const value = cleanValue(item, String(fields[item.code] ?? ''));
      if (value === '')
        return refuse('required' as const, { field: item.code, values: { title: item.title } });
      const problem = valueProblem(item, value);
      if (problem === 'option')
        return refuse('noSuchOption' as const, { field: item.code, values: { title: item.title } });
      if (problem) return refuse('malformed' as const, { field: item.code, text: problem });
      values.set(item.code, value);
    }
    const institution = values.get(institutionItem(cardType)) ?? '';
    const number = values.get(numberItem(cardType)) ?? '';
    const option = items
      .find((item) => item.code === institutionItem(cardType))
      ?.note.find((one) => one.type === institution);
    if (option?.rule && !new RegExp(option.rule).test(number))
      return refuse('malformed' as const, {
        field: numberItem(cardType),
        text: option.ruleText ?? speak('refusal.malformed'),
      });

    const ifsc = values.get('ifsc')?.toUpperCase();
    if (!isBranchOf(markets[brand.market], institution, ifsc))
      return refuse('malformed' as const, {
        field: 'ifsc',
        text: speak('bank.ifsc.other', { name: option?.name ?? '' }),
      });

    await lockBorrower(db, borrower.id);
    // The same tap once more, whichever way it came twice: the account is there.
    const active = await activeAccount(db, borrower.id);
    const same =
      active !== undefined &&
      active.card_type === cardType &&
      active.channel === channelNumber &&
      active.institution === institution &&
      active.ifsc === (ifsc ?? null) &&
      house.seal.matches(number, active.number_digest) &&
      house.seal.open(active.holder_sealed) === values.get('holderName');
    if (same) return {};
    await db
      .updateTable('bank_account')
      .set({ state: 'replaced' })
      .where('borrower_id', '=', borrower.id)
      .where('state', '=', 'active')
      .execute();
    await db
      .insertInto('bank_account')
      .values({
        borrower_id: borrower.id,
        id: newId(),
        card_type: cardType,
        channel: channelNumber,
        institution,
        ifsc: ifsc ?? null,
        number_sealed: house.seal.seal(number),
        number_tail: number.slice(-4),
        number_digest: house.seal.digest(number),
        holder_sealed: house.seal.seal(values.get('holderName') ?? ''),
        state: 'active',
        created_at: now,
      })
      .execute();
    if (active !== undefined) {
      const said = { name: brand.names.english, tail: number.slice(-4), phone: brand.servicePhone };
      const text = speak('sms.accountChanged', said);
      await queueText(db, house, {
        brand: brand.id,
        phone: borrower.phone,
        purpose: 'accountChanged',
        text,
        now,
      });
    }
    return {};
  }
}
