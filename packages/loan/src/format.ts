import type { Cents } from './cents.ts';

/** The money format of a market. */
export interface MoneyFormat {
  readonly symbol: string;
  readonly group: string;
  readonly decimal: string;
  /** `thousands`: groups of three; `lakh`: three, then twos. */
  readonly grouping: 'thousands' | 'lakh';
  /** Whole amounts are shown without decimals. */
  readonly whole?: boolean;
}

/**
 * CFG-02: grouping dots need a decimal comma (12.345,67); rupees and rupiah are charged in whole units. CFG-03: the symbol is
 * the peso by default, and the rupee when the `real` flag is 1.
 */
export const moneyFormats = {
  spec: { symbol: '₱', group: '.', decimal: ',', grouping: 'thousands' },
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
