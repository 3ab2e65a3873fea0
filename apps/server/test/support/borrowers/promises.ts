import { readdirSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { type Brand, loadBrand } from '../../../src/brands/brand.ts';

const brandsDir = fileURLToPath(new URL('../../../../../brands', import.meta.url));

/** Each shipped brand in each of its languages. */
export const brandTexts: readonly (readonly [string, Brand])[] = readdirSync(brandsDir, {
  withFileTypes: true,
})
  .filter((entry) => entry.isDirectory() && entry.name !== 'logos')
  .flatMap(({ name }) =>
    [...loadBrand(brandsDir, name).localized.values()].map(
      (brand) => [`${name} ${brand.language}`, brand] as const,
    ),
  );

/** The brand's loan terms as a reader sees them, without markup. */
export function termsText(brand: Brand): string {
  const { html = '' } = brand.texts.get('loan-terms') ?? {};
  return html.replace(/<[^>]+>/g, ' ').replace(/\s+/g, ' ');
}

/** The wording of a promise in each language; the groups are its figures. */
const phrases = {
  prepayment: {
    en: /at least half of the term has passed, and no sooner than (\d+) calendar days after disbursal\. Interest is then charged only for the days that have passed/,
    fil: /hindi bababa sa kalahati ng termino, at hindi mas maaga sa (\d+) araw sa kalendaryo mula nang ilabas ang pera\. Ang interes ay para lamang sa mga araw na lumipas na/,
    id: /separuh jangka waktu lewat, dan tidak lebih (?:awal|cepat) dari (\d+) hari kalender setelah pencairan\. Bunga (?:kemudian|lalu) hanya dihitung untuk hari yang sudah lewat/,
  },
  term: {
    en: /A loan runs for (\d+) to (\d+) calendar days/,
    fil: /tumatagal nang (\d+) hanggang (\d+) araw sa kalendaryo/,
    id: /Pinjaman berjalan (\d+) sampai (\d+) hari kalender/,
  },
  extension: {
    en: /you can extend a repayment by the same length of term once the interest and the (?:charges|penalties) that are due are paid/,
    fil: /maaari mong palawigin ang isang hulog nang kasinghaba ng termino nito kapag nabayaran na ang interes at mga singil/,
    id: /memperpanjang (?:satu )?cicilan selama jangka waktu yang sama setelah bunga dan (?:biaya|denda) yang (?:sudah )?jatuh tempo dibayar/,
  },
  nothingOwed: {
    en: /nothing is owed for money that did not arrive/,
    fil: /wala kang utang para sa perang hindi dumating/,
    id: /tidak ada utang untuk uang yang tidak sampai/,
  },
  noPenalty: {
    en: /No default penalty is charged/,
    fil: /Walang multang sinisingil sa hindi pagbabayad/,
    id: /Tidak ada denda gagal bayar/,
  },
  penalty: {
    en: /A default penalty is charged once: ₱([\d.]+,\d\d) for new clients and ₱([\d.]+,\d\d) for repeat clients/,
    fil: /(?!)/,
    id: /Denda gagal bayar dikenakan sekali: ₱([\d.]+,\d\d) untuk nasabah baru dan ₱([\d.]+,\d\d) untuk nasabah lama/,
  },
  lateOnPrincipal: {
    en: /(Late interest is charged on the unpaid principal of the late payment)/,
    fil: /(Sinisingil ang interes sa pagkahuli sa hindi pa nababayarang principal ng nahuling hulog)/,
    id: /(Denda keterlambatan dihitung dari pokok yang belum dibayar dari cicilan yang terlambat)/,
  },
  lateThirtyDays: {
    en: /That is at most ([\d.]+)% for thirty days/,
    fil: /Hindi ito hihigit sa ([\d.]+)% sa loob ng tatlumpung araw/,
    id: /(?!)/,
  },
  secCeilings: {
    en: /Loans of at most ₱([\d,]+) for at most (four) months stay within .* interest of at most ([\d.]+)% a month, ([\d.]+)% a month with all fees counted in, and never more in all, however long it takes, than the amount lent\./,
    fil: /hindi hihigit sa ₱([\d,]+) at sa (apat) na buwan ay nasa loob .*? interes na hindi hihigit sa ([\d.]+)% kada buwan, ([\d.]+)% kada buwan kasama ang lahat ng singil, at gaano man katagal, ang kabuuang gastos ay hindi lalampas sa halagang inutang\./,
    id: /(?!)/,
  },
  ownCeilings: {
    en: /ceilings of our own: interest of at most ([\d.]+)% a month, ([\d.]+)% a month with all fees counted in, late charges of at most ([\d.]+)% a month, and never more in all than ([\d.]+)% of the amount lent/,
    fil: /sarili kaming mga limitasyon: interes na hindi hihigit sa ([\d.]+)% kada buwan, ([\d.]+)% kada buwan kasama ang lahat ng singil, singil sa pagkahuli na hindi hihigit sa ([\d.]+)% kada buwan, at ang kabuuang gastos ay hindi lalampas sa ([\d.]+)% ng halagang inutang/,
    id: /(?!)/,
  },
  perDay: {
    en: /Interest and fees together are at most ([\d.]+)% a day of the amount lent, and all economic benefits and late charges together at most ([\d.]+)% of the amount lent/,
    fil: /(?!)/,
    id: /Bunga dan biaya bersama-sama tidak lebih dari ([\d,]+)% per hari dari jumlah pinjaman, dan seluruh manfaat ekonomi dan denda tidak lebih dari ([\d,]+)% jumlah pinjaman/,
  },
  coolingOff: {
    en: /Within (three) calendar days after the money arrived you can give the loan back.*?you pay back what you received and the interest of the days that you had it, and no penalty\. The processing fee is given back/,
    fil: /(?!)/,
    id: /(?!)/,
  },
  payersDay: {
    en: /What counts is the day on which you paid/,
    fil: /Ang binibilang ay ang araw na nagbayad ka/,
    id: /Yang dihitung adalah hari Anda membayar/,
  },
  contactHours: {
    en: /(?:remind you, we do so|We call)( from Monday to Saturday, not on public holidays,)? between (\d+):00 and (\d+):00/,
    fil: /nagpapaalala kami, ginagawa namin ito( mula Lunes hanggang Sabado)? sa pagitan ng (\d+):00 ng umaga at (\d+):00 ng gabi/,
    id: /mengingatkan Anda, kami melakukannya( dari Senin sampai Sabtu, di luar hari libur nasional,)? pukul (\d+)\.00 sampai (\d+)\.00/,
  },
} as const satisfies Record<string, Record<'en' | 'fil' | 'id', RegExp>>;

export type PromiseName = keyof typeof phrases;

/** The figures of a promise in the brand's text, as written; undefined if the text does not contain it. */
export function promised(brand: Brand, what: PromiseName): readonly string[] | undefined {
  const { language } = brand;
  if (language !== 'en' && language !== 'fil' && language !== 'id') return undefined;
  const found = phrases[what][language].exec(termsText(brand));
  return found ? found.slice(1) : undefined;
}

/** A figure in a language's notation, `0,1` or `0.1`, in ppm if it is a percentage. */
export function ppmOf(brand: Brand, figure: string | undefined): number {
  const plain = brand.language === 'id' ? figure?.replace(',', '.') : figure;
  return Math.round(Number(plain) * 10_000);
}

/**
 * `₱1.000,00` is 100,000 cents: money has points between thousands and a comma before cents in every
 * language.
 */
export function centsOf(figure: string | undefined): number {
  return Number((figure ?? '').replace(/[.,]/g, ''));
}

export interface Tier {
  readonly ppm: number;
  readonly until: number;
}

const tierPhrases = {
  en: /([\d.]+)% a (day|month of 30 days) (?:on days \d+ to (\d+)|from day \d+ until it is paid)/g,
  fil: /([\d.]+)% kada (araw|buwan na 30 araw) (?:sa mga araw \d+ hanggang (\d+)|mula araw \d+ hanggang sa mabayaran)/g,
  id: /([\d,]+)% per (hari|bulan 30 hari) (?:pada hari \d+ sampai (\d+)|sejak hari \d+ sampai dibayar)/g,
} as const;

/** The text's daily cost of late payment: tier by tier, each up to and including late day `until`. */
export function promisedTiers(brand: Brand): readonly Tier[] {
  const { language } = brand;
  if (language !== 'en' && language !== 'fil' && language !== 'id') return [];
  return [...termsText(brand).matchAll(tierPhrases[language])].map(([, rate, period, until]) => ({
    // 30 days at the rate of a month.
    ppm: ppmOf(brand, rate) / (period?.includes('30') ? 30 : 1),
    until: until === undefined ? Number.POSITIVE_INFINITY : Number(until),
  }));
}
