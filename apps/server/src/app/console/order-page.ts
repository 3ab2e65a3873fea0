import { brandIn } from '../../brands/brand.ts';
import { brandOf } from '../../brands/brand-of.ts';
import { languageFor } from '../../brands/language.ts';
import { markets } from '../../brands/markets/markets.ts';
import { translatorFor } from '../../brands/texts/translate.ts';
import type { ConsoleContext } from '../../console/access/console-context.ts';
import type { AppContext } from '../../context/app-context.ts';
import { showOrderOf } from '../../features/order/show-order.ts';

/**
 * A borrower's order page for the lender's staff: the handler of the borrower's own call answers it, in a transaction that
 * cannot write. No session of the borrower is opened for it.
 */
export function orderPageOf(appContext: AppContext): ConsoleContext['orderPage'] {
  return (owner, orderId) =>
    appContext.db
      .transaction()
      .setAccessMode('read only')
      .execute(async (trx) => {
        const ownBrand = brandOf(appContext, owner);
        const lang = languageFor(ownBrand, owner.language ?? undefined);
        const brand = brandIn(ownBrand, lang);
        const translate = translatorFor(lang, markets[brand.market]);
        return showOrderOf(orderId, {
          appContext: { ...appContext, db: trx },
          brand,
          lang,
          db: trx,
          context: {},
          proof: { app: undefined, page: [] },
          borrower: owner,
          translate: (id, values) => translate(id, { phone: brand.servicePhone, ...values }),
          now: appContext.clock.now(),
          today: () => appContext.clock.today(trx, brand.timeZone),
          address: '',
          log: appContext.log,
          addLogFields: () => undefined,
        });
      });
}
