import type { Cents } from './cents.ts';

/** How a market writes money. */
export interface MoneyFormat {
  readonly symbol: string;
  readonly group: string;
  readonly decimal: string;
  /** `thousands`: groups of three; `lakh`: three, then twos. */
  readonly grouping: 'thousands' | 'lakh';
}

/** CFG-02: grouping dots need a decimal comma: 12.345,67. CFG-03: peso by default, rupee when the `real` flag is 1. */
export const moneyFormats = {
  spec: { symbol: '₱', group: '.', decimal: ',', grouping: 'thousands' },
  ph: { symbol: '₱', group: ',', decimal: '.', grouping: 'thousands' },
  in: { symbol: '₹', group: ',', decimal: '.', grouping: 'lakh' },
  id: { symbol: 'Rp', group: '.', decimal: ',', grouping: 'thousands' },
} as const;

export type Market = keyof typeof moneyFormats;

/** The format of a brand: its market's, with the rupee sign when `real` is 1 (CFG-03). */
export function moneyFormat(market: Market, real: 0 | 1 = 0): MoneyFormat {
  const format: MoneyFormat = moneyFormats[market];
  return real === 1 ? { ...format, symbol: moneyFormats.in.symbol } : format;
}

function grouped(whole: string, format: MoneyFormat): string {
  const pattern = format.grouping === 'lakh' ? /(\d)(?=(\d\d)*\d\d\d$)/g : /(\d)(?=(\d\d\d)+$)/g;
  return whole.replace(pattern, `$1${format.group}`);
}

/** Cents as a person reads them: `formatCents(1234567, 'spec')` → `₱12.345,67`. A minus stands before the symbol. */
export function formatCents(amount: Cents | number, market: MoneyFormat | Market): string {
  const format = typeof market === 'string' ? moneyFormat(market) : market;
  const size = String(Math.abs(amount));
  const padded = size.length < 3 ? `00${size}`.slice(-3) : size;
  const whole = grouped(padded.slice(0, -2), format);
  return `${amount < 0 ? '−' : ''}${format.symbol}${whole}${format.decimal}${padded.slice(-2)}`;
}
