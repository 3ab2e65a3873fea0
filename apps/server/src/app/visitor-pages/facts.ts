import type { ChannelTemplate } from '@hiram/contract/promotion';
import type { PromotionFacts } from '@hiram/visitor-pages/promotion-facts';
import { toSVG } from 'bwip-js/node';
import type { Brand } from '../../brands/brand.ts';
import { markets } from '../../brands/markets/markets.ts';
import { languageNames } from '../../brands/texts/localized.ts';
import { rememberLast } from '../../platform/remember-last.ts';

/** The lender and its licence in one line, required on every page that advertises (SEC Memorandum Circular 19, s. 2019). */
function licenceLine({ lender }: Brand): string {
  return `${lender.legalName} · ${lender.registration} · ${lender.authority}`;
}

const drawQrCode = rememberLast(20, (text) => toSVG({ bcid: 'qrcode', text }));

/** The address of the app's download page as a QR code, for a desktop's visitor to open on a phone. */
function downloadCode(origin: string, brand: Brand): string {
  const text = `${origin}/downloadTemplate?appName=${encodeURIComponent(brand.id)}`;
  return drawQrCode(text);
}

/**
 * The brand's facts for a landing page and the pages after it. `plainUrl`: the form's path without scripts; `origin`: that of the
 * pages, for the download page alone.
 */
export function promotionFacts(
  brand: Brand,
  template: ChannelTemplate,
  plainUrl: string,
  unknownTemplate = false,
  origin?: string,
): PromotionFacts {
  const { mobileTyped, mobileStart, specifiedCopy } = markets[brand.market];
  const agreement = brand.texts.get('registration');
  return {
    brand: brand.id,
    name: brand.names.english,
    mark: brand.art.mark,
    scene: brand.art.home,
    hand: brand.art.hand,
    licence: licenceLine(brand),
    servicePhone: brand.servicePhone,
    otherLanguages: specifiedCopy
      ? []
      : brand.languages
          .filter((code) => code !== brand.language)
          .map((code) => ({ code, name: languageNames[code] })),
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
      code: origin === undefined ? '' : downloadCode(origin, brand),
    },
    agreement: { title: agreement?.title ?? '', html: agreement?.html ?? '' },
  };
}
