import type { FormItem } from '@hiram/contract/form';
import { institutionsOf } from '../../brands/markets/institutions.ts';
import type { Market } from '../../brands/markets/markets.ts';
import type { Translate } from '../../brands/texts/translate.ts';

/** BANK-07: what counts when the page does not send them. */
export const defaultCardType = 1;
export const defaultChannel = '90006';

/** A wallet's number is a mobile of the country, as its people write it: how it begins, and what it must look like. */
const wallets: Readonly<Record<Market['country'], { readonly start: string; readonly rule: string }>> = {
  PH: { start: '09…', rule: '^09\\d{9}$' },
  IN: { start: '98…', rule: '^[6-9]\\d{9}$' },
  ID: { start: '08…', rule: '^08\\d{8,11}$' },
};

/** Account types: 1 bank account, 2 e-wallet. */
export const accountTypes = [1, 2] as const;

/** The form of bank binding, as the server delivers it (BANK-02): two tabs, an institution to pick, number and holder. */
export function bankForm(market: Market, translate: Translate): FormItem[] {
  const item = (code: string, cardTypeMi: number, more: Partial<FormItem>): FormItem => ({
    code,
    cate: 'text',
    title: translate(`bank.${code as 'bankCode'}`),
    subtitle: translate(`bank.${code as 'bankCode'}.hint`, { example: wallets[market.country].start }),
    value: '',
    note: [],
    inputType: 'text',
    cardTypeMi,
    channelNumber: defaultChannel,
    optional: false,
    maxLength: 60,
    ...more,
  });
  const options = (kind: string) =>
    institutionsOf(market.country)
      .filter((one) => one.kind === kind)
      .map(({ name, bic, digits }) => ({
        name,
        type: bic,
        rule: `^\\d{${digits}}$`,
        ruleText: translate('bank.digits', { name, digits: digits.replace(',', '–') }),
      }));
  return [
    item('bankCode', 1, { cate: 'enum', note: options('bank') }),
    item('walletCode', 2, { cate: 'enum', note: options('wallet') }),
    item('accountNumber', 1, { inputType: 'number', maxLength: 20 }),
    ...(market.country === 'IN'
      ? [
          item('ifsc', 1, {
            maxLength: 11,
            rule: '^[A-Za-z]{4}0[A-Za-z0-9]{6}$',
            ruleText: translate('bank.ifsc.rule'),
          }),
        ]
      : []),
    item('walletNumber', 2, {
      inputType: 'phone',
      maxLength: market.mobileDigits,
      rule: wallets[market.country].rule,
      ruleText: translate('bank.walletNumber.rule', { example: wallets[market.country].start }),
    }),
    item('holderName', 0, {
      rule: "^[\\p{L}][\\p{L} .,'’-]{1,59}$",
      ruleText: translate('bank.holderName.rule'),
    }),
  ];
}

/** A name of a form's item code that holds the account's number. */
export function numberItem(cardType: number): 'accountNumber' | 'walletNumber' {
  return cardType === 2 ? 'walletNumber' : 'accountNumber';
}

/** India: does the branch's code belong to the bank that was chosen? True where the country has no such codes. */
export function isBranchOf(market: Market, bic: string, ifsc: string | undefined): boolean {
  const bank = institutionsOf(market.country).find((one) => one.bic === bic);
  return ifsc === undefined || bank?.ifsc === undefined || ifsc.startsWith(bank.ifsc);
}

export function institutionItem(cardType: number): 'bankCode' | 'walletCode' {
  return cardType === 2 ? 'walletCode' : 'bankCode';
}
