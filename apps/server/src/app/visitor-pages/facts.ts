import type { ChannelTemplate } from '@hiram/contract/promotion';
import type { PromotionFacts } from '@hiram/visitor-pages/promotion-facts';
import type { Brand } from '../../brands/brand.ts';
import { markets } from '../../brands/markets/markets.ts';

/** The lender and its licence in one line, required on every page that advertises (SEC Memorandum Circular 19, s. 2019). */
export function licenceLine({ lender }: Brand): string {
  return `${lender.legalName} · ${lender.registration} · ${lender.authority}`;
}

/** The brand's facts for a landing page and the pages after it. `plainUrl`: the form's path without scripts. */
export function promotionFacts(
  brand: Brand,
  template: ChannelTemplate,
  plainUrl: string,
  unknownTemplate = false,
): PromotionFacts {
  const { mobileTyped, mobileStart, specifiedCopy } = markets[brand.market];
  const agreement = brand.texts.get('registration');
  return {
    brand: brand.id,
    name: brand.names.english,
    mark: brand.art.mark,
    scene: brand.art.home,
    licence: licenceLine(brand),
    servicePhone: brand.servicePhone,
    usesSpecifiedCopy: specifiedCopy,
    mobile: { ...mobileTyped, start: mobileStart },
    money: brand.money,
    template,
    unknownTemplate,
    plainUrl,
    download: {
      play: brand.storeUrl,
      apk: brand.apkUrl ?? '',
      appStore: brand.appStoreUrl ?? '',
      app: `${brand.deepLinkScheme}://open`,
    },
    agreement: { title: agreement?.title ?? '', html: agreement?.html ?? '' },
  };
}
