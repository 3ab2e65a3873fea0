import { randomInt } from 'node:crypto';
import type { AccountId, BorrowerId } from '@hiram/contract/ids';
import type { Brand } from '../brands/brand.ts';
import { institutionsOf } from '../brands/markets/institutions.ts';
import { markets } from '../brands/markets/markets.ts';
import { translatorFor } from '../brands/texts/translate.ts';
import type { AppContext } from '../context/app-context.ts';
import { bankForm, defaultChannel } from '../features/bank/form.ts';
import { certifiedName } from '../lending/borrowers/profile.ts';
import type { Db } from '../platform/database/connection/connect.ts';
import { newId } from '../platform/ids.ts';

/** Binds a debit card whose bank requires a code, or one that is charged at once (LEG-04). The provider chooses by the number. */
export async function bindDemoCard(
  trx: Db,
  appContext: AppContext,
  { borrowerId, brand, needsCode }: { borrowerId: BorrowerId; brand: Brand; needsCode: boolean },
  now: Date,
): Promise<void> {
  const bank = institutionsOf(markets[brand.market].country).find(({ kind }) => kind === 'bank');
  if (!bank) throw new Error(`no bank issues cards in the country of ${brand.id}`);
  const number = needsCode ? '4111111111111111' : '4242424242424242';
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

/** A wallet of the brand's country with a number that its provider accepts. */
export function demoWallet({ market }: Pick<Brand, 'market'>): { walletCode: string; walletNumber: string } {
  const walletCode =
    bankForm(markets[market], translatorFor('en', markets[market])).find((item) => item.code === 'walletCode')
      ?.options[0]?.value ?? '';
  const { walletStart, walletDigits } = demoWallets[markets[market].country];
  const remainingDigits = walletDigits - walletStart.length;
  const rest = String(randomInt(1, 10 ** remainingDigits)).padStart(remainingDigits, '1');
  return { walletCode, walletNumber: walletStart + rest.replace(/0000$/, '0001') };
}

export async function bindAccount(
  trx: Db,
  appContext: AppContext,
  { brand, borrowerId, now }: { readonly brand: Brand; readonly borrowerId: BorrowerId; readonly now: Date },
): Promise<AccountId> {
  const id = newId();
  const { walletCode: institution, walletNumber: number } = demoWallet(brand);
  const holder = (await certifiedName(trx, appContext.cipher, borrowerId)) ?? '';
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
      holder_encrypted: appContext.cipher.encrypt(holder),
      state: 'active',
      created_at: now,
    })
    .execute();
  return id;
}
