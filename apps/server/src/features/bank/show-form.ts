import type { cardInit } from '@hiram/contract/bank';
import type { Handler } from '../../api/serve.ts';
import { markets } from '../../brands/markets/markets.ts';
import { certifiedName } from '../../lending/borrowers/profile.ts';
import { loadProduct } from '../../lending/origination/products.ts';
import { hasHadAccount } from '../../lending/payouts/account-changes.ts';
import { accountTypes, bankForm } from './form.ts';

/** The form for binding an account (BANK-02). */
export const showForm: Handler<typeof cardInit> = async (
  { productId },
  { appContext, db, brand, borrower, translate },
) => {
  if (productId) await loadProduct(db, brand, productId);
  const certified = await certifiedName(db, appContext.cipher, borrower.id);
  return {
    // The account should be in the borrower's own name, so the form suggests it.
    items: bankForm(markets[brand.market], translate).map((item) =>
      item.code === 'holderName' ? { ...item, value: certified ?? '' } : item,
    ),
    accountTypes: accountTypes.map((type) => ({ type, name: translate(`bank.type.${type}`) })),
    needsCode: await hasHadAccount(db, borrower.id),
    phoneEnding: `•••• ${borrower.phone.slice(-4)}`,
  };
};
