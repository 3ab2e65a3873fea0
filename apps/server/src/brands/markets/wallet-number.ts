import { parsePhoneNumberFromString } from 'libphonenumber-js/mobile';
import type { Market } from './markets.ts';

/** The format of a wallet's number, a national mobile number: its first digits, and its pattern. */
export const walletNumbers: Readonly<
  Record<Market['country'], { readonly start: string; readonly rule: string }>
> = {
  PH: { start: '09…', rule: '^09\\d{9}$' },
  IN: { start: '98…', rule: '^[6-9]\\d{9}$' },
  ID: { start: '08…', rule: '^08\\d{8,11}$' },
};

/** A borrower's number (E.164) as a wallet's national number; empty if the market's wallets have no such numbers. */
export function walletNumberOf({ country }: Market, phone: string): string {
  const national = parsePhoneNumberFromString(phone)?.formatNational().replace(/\D/g, '') ?? '';
  return new RegExp(walletNumbers[country].rule).test(national) ? national : '';
}
