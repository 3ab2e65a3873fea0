import { cents, disclose, formatCents, termsFor } from '@hiram/loan';
import { formatFraction, formatPercent, formatRoundCents } from '@hiram/loan/format';
import { authorities } from '@hiram/visitor-pages/authorities';
import type { SiteFacts } from '@hiram/visitor-pages/site-facts';
import { type Brand, type BrandProduct, decisionDays, replyWeekdays } from '../../brands/brand.ts';
import { markets } from '../../brands/markets/markets.ts';
import { lateSentence } from '../../brands/texts/late-tiers.ts';
import { languageNames } from '../../brands/texts/localized.ts';
import { translatorFor } from '../../brands/texts/translate.ts';
import { mostAtFirst } from '../../features/promotion/example.ts';

/** The site's origin, and whether its links must name the brand because it is not the server's default. */
export interface SitePlace {
  readonly origin: string;
  readonly named: boolean;
}

function queryOf(brand: Brand, language: string, { named }: SitePlace): string {
  const query = new URLSearchParams();
  if (named) query.set('appName', brand.id);
  if (language !== brand.languages[0]) query.set('lang', language);
  const text = query.toString();
  return text ? `?${text}` : '';
}

/** The marketing site's facts about a brand. The loan engine computes its figures. */
export function siteFacts(brand: Brand, place: SitePlace): SiteFacts {
  const translate = translatorFor(brand.language, markets[brand.market]);
  const { lender } = brand;
  const terms = brand.texts.get('loan-terms');
  return {
    brand: brand.id,
    name: brand.names.english,
    legalName: lender.legalName,
    address: lender.address,
    email: brand.customerService.email,
    phone: brand.servicePhone,
    registration: lender.registration,
    authority: lender.authority,
    country: markets[brand.market].country,
    mark: brand.art.mark,
    person: brand.art.person,
    hand: brand.art.hand,
    colours: brand.colours.light,
    origin: place.origin,
    query: queryOf(brand, brand.language, place),
    languages: brand.languages.map((code) => ({
      code,
      name: languageNames[code],
      query: queryOf(brand, code, place),
    })),
    products: brand.products.map((product) => ({
      name: product.name,
      ...(mostAtFirst(brand, product) < product.amountMax && {
        first: formatRoundCents(mostAtFirst(brand, product), brand.money),
      }),
      range: `${formatRoundCents(product.amountMin, brand.money)} – ${formatRoundCents(product.amountMax, brand.money)}`,
      days: product.termDays,
      repayments: product.periods,
      rate: formatPercent(product.dailyPpm, brand.language),
      fee: formatPercent(product.feePpm, brand.language),
    })),
    example: exampleOf(brand, brand.products[0]),
    late: lateSentence(brand.rules, translate, brand.language),
    channels: [...brand.channels, ...brand.transfers].map((channel) => channel.name),
    replyDays: replyWeekdays,
    authorityAbove: authorities[brand.market],
    decisionDays,
    contactForm: markets[brand.market].contactForm,
    terms: { title: terms?.title ?? '', html: terms?.html ?? '' },
    about: { html: brand.texts.get('about-us')?.html ?? '' },
  };
}

function exampleOf(brand: Brand, product: BrandProduct | undefined): SiteFacts['example'] {
  if (!product) throw new Error(`${brand.id} has no product`);
  const money = (amount: number) => formatCents(amount, brand.money);
  const amount = Math.min(product.amountOffered, mostAtFirst(brand, product));
  const cost = disclose(termsFor(product, cents(amount), 'new', brand.rules));
  return {
    product: product.name,
    amount: money(amount),
    days: product.termDays,
    fee: money(cost.fee),
    netProceeds: money(cost.netProceeds),
    interest: money(cost.interest),
    totalToRepay: money(cost.totalToRepay),
    cost: money(cost.financeCharge),
    effective: formatFraction(cost.effectivePerMonth ?? 0, brand.language),
    repayments: cost.instalments.map((row) => ({ day: row.day, amount: money(row.payment) })),
  };
}
