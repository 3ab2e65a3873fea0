import type { cardInit } from '@hiram/contract/bank';
import type { Handler } from '../../api/serve.ts';
import { institutionLogo } from '../../brands/look/logos.ts';
import { markets } from '../../brands/markets/markets.ts';
import { walletNumberOf } from '../../brands/markets/wallet-number.ts';
import { maskedWords } from '../../lending/borrowers/masked.ts';
import { certifiedName } from '../../lending/borrowers/profile.ts';
import { loadProduct } from '../../lending/origination/products.ts';
import { needsAccountCode } from './account-code.ts';
import { accountTypes, bankForm } from './form.ts';

/** The form for binding an account (BANK-02). */
export const showForm: Handler<typeof cardInit> = async ({ productId }, requestContext) => {
  const { appContext, db, brand, borrower, translate } = requestContext;
  if (productId) await loadProduct(db, brand, productId);
  const market = markets[brand.market];
  // The account should be in the borrower's own name, and most wallets have the account's number: the form suggests both. Who
  // looks over a shoulder, or found a session, does not read the name: sent back as it is, it is the certified one.
  const name = (await certifiedName(db, appContext.cipher, borrower.id)) ?? '';
  const shownName = name === '' ? '' : maskedWords(name);
  const suggested: Readonly<Record<string, string>> = {
    holderName: shownName,
    walletNumber: walletNumberOf(market, borrower.phone),
  };
  const types = market.walletFirst ? [...accountTypes].reverse() : accountTypes;
  return {
    items: bankForm(market, translate).map((item) => ({
      ...item,
      options: item.options.map((option) => ({
        ...option,
        logo: institutionLogo(brand, { name: option.name, kind: item.accountType === 2 ? 'wallet' : 'bank' }),
      })),
      value: suggested[item.code] ?? item.value,
      ...(item.code === 'holderName' && shownName !== '' ? { rule: orExactly(item.rule, shownName) } : {}),
    })),
    accountTypes: types.map((type) => ({ type, name: translate(`bank.type.${type}`) })),
    needsCode: await needsAccountCode(requestContext),
    phoneEnding: `•••• ${borrower.phone.slice(-4)}`,
  };
};

/** A rule that accepts a text as it is, beside what `rule` accepts. */
const orExactly = (rule = '.*', text: string) => `^${text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')}$|${rule}`;
