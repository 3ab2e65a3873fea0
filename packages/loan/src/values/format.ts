import type { Cents } from './cents.ts';

/**
 * Writes money, percentages and days for people, on pages, in documents, in texts and on the console; moments
 * have a file of their own (`moments.ts`). `npm test -- one-formatter` finds a place that formats them by
 * itself. The digits of a phone number are grouped by the borrower's kit, as they are typed
 * (`format-input.ts`).
 */

/** The money format of a market. */
export interface MoneyFormat {
  readonly symbol: string;
  readonly group: string;
  readonly decimal: string;
  /** `thousands`: groups of three; `lakh`: three, then twos. */
  readonly grouping: 'thousands' | 'lakh';
  /** `true`: whole amounts are shown without decimals; `false`: never, not even at the ends of a range. */
  readonly whole?: boolean;
}

/**
 * CFG-02: grouping dots need a decimal comma (12.345,67); rupees and rupiah are charged in whole units. CFG-03: the symbol is
 * the peso by default, and the rupee when the `real` flag is 1.
 */
export const moneyFormats = {
  spec: { symbol: '₱', group: '.', decimal: ',', grouping: 'thousands', whole: false },
  ph: { symbol: '₱', group: ',', decimal: '.', grouping: 'thousands' },
  in: { symbol: '₹', group: ',', decimal: '.', grouping: 'lakh', whole: true },
  id: { symbol: 'Rp', group: '.', decimal: ',', grouping: 'thousands', whole: true },
} as const;

export type Market = keyof typeof moneyFormats;

/** The money format of a brand: the format of its market, with the rupee sign when `real` is 1 (CFG-03). */
export function moneyFormat(market: Market, real: 0 | 1 = 0): MoneyFormat {
  const format: MoneyFormat = moneyFormats[market];
  return real === 1 ? { ...format, symbol: moneyFormats.in.symbol } : format;
}

/** The smallest amount that a market pays and shows, in cents: rupees and rupiah have no coins below one. */
export function smallestUnit(format: MoneyFormat): 1 | 100 {
  return format.whole ? 100 : 1;
}

function grouped(whole: string, format: MoneyFormat): string {
  const pattern = format.grouping === 'lakh' ? /(\d)(?=(\d\d)*\d\d\d$)/g : /(\d)(?=(\d\d\d)+$)/g;
  return whole.replace(pattern, `$1${format.group}`);
}

/**
 * Formats cents for a person: `formatCents(1234567, 'spec')` → `₱12.345,67`, `formatCents(1234500, 'id')` → `Rp12.345`. The
 * minus sign precedes the symbol.
 */
export function formatCents(amount: Cents | number, market: MoneyFormat | Market): string {
  const format = typeof market === 'string' ? moneyFormat(market) : market;
  const digits = String(Math.abs(amount));
  const padded = digits.length < 3 ? `00${digits}`.slice(-3) : digits;
  const whole = grouped(padded.slice(0, -2), format);
  const fraction = padded.slice(-2);
  const decimals = format.whole && fraction === '00' ? '' : format.decimal + fraction;
  return `${amount < 0 ? '−' : ''}${format.symbol}${whole}${decimals}`;
}

/**
 * Formats the ends of a range, steps and examples, where the cents of a whole amount say nothing: `formatRoundCents(200000,
 * 'ph')` → `₱2,000`. Any other amount keeps its cents, and so does a market that writes every amount with two decimals
 * (CFG-02).
 */
export function formatRoundCents(amount: Cents | number, market: MoneyFormat | Market): string {
  const format = typeof market === 'string' ? moneyFormat(market) : market;
  return formatCents(amount, { ...format, whole: format.whole ?? true });
}

/** Cents as a plain decimal number, for operators and for a field that staff type into: `1234.56`. */
export function decimalText(cents: number): string {
  return (cents / 100).toFixed(2);
}

/**
 * Formats a rate in ppm with at most `digits` decimals: 5000 is `0.5%`, in Indonesian `0,5%`. An agreed rate is written in
 * full (4 digits are exact to the ppm), a computed one is rounded to 2.
 */
export function formatPercent(ppm: number, language: string, digits = 4): string {
  const [whole = '', decimals = ''] = (ppm / 10_000).toFixed(digits).split('.');
  const format = language === 'id' ? moneyFormats.id : moneyFormats.ph;
  const fraction = decimals.replace(/0+$/, '');
  return `${grouped(whole, format)}${fraction && format.decimal}${fraction}%`;
}

/**
 * A daily rate that two decimals do not write exactly is written for 30 days instead: 1666 ppm a day are
 * `4.998%` and not `0.1666%`. Returns the rate in millionths, and for how many days it is.
 */
export function readableRate(dailyPpm: number): { readonly ppm: number; readonly days: 1 | 30 } {
  return dailyPpm % 100 === 0 ? { ppm: dailyPpm, days: 1 } : { ppm: dailyPpm * 30, days: 30 };
}

/** Formats an effective rate, a fraction of 1, to two decimals: 0.0912 is `9.12%`. */
export function formatFraction(fraction: number, language: string): string {
  return formatPercent(Math.round(fraction * 1_000_000), language, 2);
}

/** The names of the months. The first use of the engine's own (`Intl`) costs a slow phone a tenth of a second. */
const monthNames = {
  en: 'January February March April May June July August September October November December',
  fil: 'Enero Pebrero Marso Abril Mayo Hunyo Hulyo Agosto Setyembre Oktubre Nobyembre Disyembre',
  id: 'Januari Februari Maret April Mei Juni Juli Agustus September Oktober November Desember',
} as const;

/** `medium`: `31 May 2026`; `short`: `31 May`; `long`: `31 December 2026`. */
export type DateStyle = 'medium' | 'short' | 'long';

/** The name of a month, 0 for January. A language without names of its own uses the English ones. */
export function formatMonth(month: number, language: string): string {
  const names = language === 'fil' || language === 'id' ? monthNames[language] : monthNames.en;
  return names.split(' ')[month] ?? '';
}

const shortMonth = (month: number, language: string): string => formatMonth(month, language).slice(0, 3);

/**
 * Formats a calendar day: `31 May 2026`, in Filipino `Mayo 31, 2026`. `day` is `YYYY-MM-DD`; another text is returned
 * unchanged.
 */
export function formatDate(day: string, language: string, style: DateStyle = 'medium'): string {
  const parts = /^(\d{4})-(\d{2})-(\d{2})$/.exec(day);
  if (!parts) return day;
  const moment = new Date(Date.UTC(Number(parts[1]), Number(parts[2]) - 1, Number(parts[3])));
  const name = (style === 'long' ? formatMonth : shortMonth)(moment.getUTCMonth(), language);
  const year = style === 'short' ? '' : String(moment.getUTCFullYear());
  if (language === 'fil') return `${name} ${moment.getUTCDate()}${year && `, ${year}`}`;
  return `${moment.getUTCDate()} ${name}${year && ` ${year}`}`;
}

/** Formats an international telephone number: `+63 917 123 4567`, `+63 2 8555 0177`. Another text is returned unchanged. */
export function formatTelephone(number: string): string {
  const mobile = /^\+(63|62)([89]\d\d)(\d{3,4})(\d{4})$/.exec(number);
  const groups = mobile ?? /^\+(\d\d)(\d{1,3})(\d{4})(\d{4})$/.exec(number);
  return groups ? `+${groups.slice(1).join(' ')}` : number;
}

/** The end of an id, which people can read out: `7C1A-2291`. */
export function shortReference(id: string): string {
  const end = id.slice(-8).toUpperCase();
  return `${end.slice(0, 4)}-${end.slice(4)}`;
}

/** The number of a borrower, where their name is not shown: `B-7C1A-2291`. */
export function borrowerNumber(id: string): string {
  return `B-${shortReference(id)}`;
}

/** The number of an order that people read out: `L-7C1A-2291`. Find in the console accepts it. */
export function orderNumber(id: string): string {
  return `L-${shortReference(id)}`;
}
