import type { FormItem } from '@hiram/contract/form';
import { institutionsOf } from '../../brands/markets/institutions.ts';
import type { Market } from '../../brands/markets/markets.ts';
import { walletNumbers } from '../../brands/markets/wallet-number.ts';
import type { Translate } from '../../brands/texts/translate.ts';

/** Defaults of fields that the page does not send (BANK-07). */
export const defaultAccountType = 1;
export const defaultChannel = '90006';

/** Account types: 1 bank account, 2 e-wallet. A market's form opens with its first type. */
export const accountTypes = [1, 2] as const;

/** The form for binding an account, which the server delivers (BANK-02): two tabs, an institution, a number and a holder. */
export function bankForm(market: Market, translate: Translate): FormItem[] {
  const item = (code: string, accountType: number, overrides: Partial<FormItem>): FormItem => ({
    code,
    kind: 'text',
    title: translate(`bank.${code as 'bankCode'}`),
    subtitle: translate(`bank.${code as 'bankCode'}.hint`, { example: walletNumbers[market.country].start }),
    value: '',
    options: [],
    inputType: 'text',
    accountType,
    channelNumber: defaultChannel,
    optional: false,
    maxLength: 60,
    ...(market.specifiedCopy ? {} : { requiredText: translate(`bank.${code as 'bankCode'}.required`) }),
    ...overrides,
  });
  const options = (kind: string) =>
    institutionsOf(market.country)
      .filter((institution) => institution.kind === kind)
      .map(({ name, bic, digits }) => ({
        name,
        value: bic,
        rule: `^\\d{${digits}}$`,
        ruleText: translate('bank.digits', { name, digits: digits.replace(',', '–') }),
      }));
  return [
    item('bankCode', 1, { kind: 'enum', options: options('bank') }),
    item('walletCode', 2, { kind: 'enum', options: options('wallet') }),
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
      rule: walletNumbers[market.country].rule,
      ruleText: translate('bank.walletNumber.rule', { example: walletNumbers[market.country].start }),
    }),
    item('holderName', 0, {
      rule: "^[\\p{L}][\\p{L} .,'’-]{1,59}$",
      ruleText: translate('bank.holderName.rule'),
    }),
  ];
}

/** The code of the form item with the account's number. */
export function numberItem(accountType: number): 'accountNumber' | 'walletNumber' {
  return accountType === 2 ? 'walletNumber' : 'accountNumber';
}

/** Reports whether the branch's code belongs to the chosen bank (India). True in countries without such codes. */
export function isBranchOf(market: Market, bic: string, ifsc: string | undefined): boolean {
  const bank = institutionsOf(market.country).find((candidate) => candidate.bic === bic);
  return ifsc === undefined || bank?.ifsc === undefined || ifsc.startsWith(bank.ifsc);
}

export function institutionItem(accountType: number): 'bankCode' | 'walletCode' {
  return accountType === 2 ? 'walletCode' : 'bankCode';
}
