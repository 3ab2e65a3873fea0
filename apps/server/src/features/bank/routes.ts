import { bindCard, bindCardFromOrder, cardInit } from '@hiram/contract/bank';
import type { CallInput } from '@hiram/contract/call';
import type { FormItem } from '@hiram/contract/form';
import type { BorrowerRequest, Server } from '../../api/serve.ts';
import { cleanValue, valueProblem } from '../../brands/forms/check-value.ts';
import { markets } from '../../brands/markets/markets.ts';
import { certifiedName } from '../../lending/borrowers/profile.ts';
import { loadOrder } from '../../lending/loans/loans.ts';
import { loadProduct } from '../../lending/origination/products.ts';
import { hasHadAccount } from '../../lending/payouts/account-changes.ts';
import { useCode } from '../../messaging/one-time-codes.ts';
import { inTransaction } from '../../platform/database/connect.ts';
import { type Rejection, reject } from '../../platform/errors/rejection.ts';
import { bindAccount, isBound, type NewAccount } from './bind-account.ts';
import { accountChangeRoutes } from './change-routes.ts';
import {
  accountTypes,
  bankForm,
  defaultCardType,
  defaultChannel,
  institutionItem,
  isBranchOf,
  numberItem,
} from './form.ts';

type BindInput = CallInput<typeof bindCard>;

export function bankRoutes(server: Server): void {
  const { serve, serveWithoutTransaction, appContext } = server;
  accountChangeRoutes(server);

  serve(cardInit, async ({ product_id }, { db, brand, borrower, translate }) => {
    if (product_id) await loadProduct(db, brand, product_id);
    const certified = await certifiedName(db, appContext.cipher, borrower.id);
    return {
      // The account should be in the borrower's own name, so the form suggests it.
      items: bankForm(markets[brand.market], translate).map((item) =>
        item.code === 'holderName' ? { ...item, value: certified ?? '' } : item,
      ),
      types: accountTypes.map((type) => ({ type, name: translate(`bank.type.${type}`) })),
      needsCode: (await hasHadAccount(db, borrower.id)) ? (1 as const) : (0 as const),
      phone: `•••• ${borrower.phone.slice(-4)}`,
    };
  });

  serveWithoutTransaction(bindCard, bind);
  serveWithoutTransaction(bindCardFromOrder, bind);

  /** Checks the payload against the delivered form: unknown and missing items, options and rules (BANK-11). */
  async function bind(input: BindInput, requestContext: BorrowerRequest) {
    const { db, brand, borrower, translate } = requestContext;
    const {
      cardType = defaultCardType,
      product_id,
      channelNumber = defaultChannel,
      orderId,
      smsCode = '',
      ...fields
    } = input;
    if (!accountTypes.some((type) => type === cardType))
      return reject('noSuchType' as const, { field: 'cardType' });
    if (channelNumber !== defaultChannel) return reject('noSuchChannel' as const, { field: 'channelNumber' });
    if (product_id) await loadProduct(db, brand, product_id);
    if (orderId) await loadOrder(db, borrower.id, orderId);
    const items = bankForm(markets[brand.market], translate).filter(
      (item) => item.cardTypeMi === 0 || item.cardTypeMi === cardType,
    );
    const values = checkedValues(items, fields);
    if (!(values instanceof Map)) return values;
    const institution = values.get(institutionItem(cardType)) ?? '';
    const number = values.get(numberItem(cardType)) ?? '';
    const option = items
      .find((item) => item.code === institutionItem(cardType))
      ?.note.find((candidate) => candidate.type === institution);
    if (option?.rule && !new RegExp(option.rule).test(number))
      return reject('malformed' as const, {
        field: numberItem(cardType),
        text: option.ruleText ?? translate('rejection.malformed'),
      });
    const ifsc = values.get('ifsc')?.toUpperCase();
    if (!isBranchOf(markets[brand.market], institution, ifsc))
      return reject('malformed' as const, {
        field: 'ifsc',
        text: translate('bank.ifsc.other', { name: option?.name ?? '' }),
      });
    const account: NewAccount = {
      cardType,
      channel: channelNumber,
      institution,
      ifsc,
      number,
      holder: values.get('holderName') ?? '',
    };
    return bindWithCode(account, smsCode, requestContext);
  }

  /** Binds an account. Replacing another account requires a fresh code, even with a valid session. */
  async function bindWithCode(account: NewAccount, smsCode: string, requestContext: BorrowerRequest) {
    const { brand, borrower, context, proof, address, now } = requestContext;
    const asker = {
      brand: brand.id,
      phone: borrower.phone,
      purpose: 'account',
      deviceId: context.deviceId,
      address,
      proof,
    } as const;
    const isReplacing =
      (await hasHadAccount(appContext.db, borrower.id)) &&
      !(await isBound(appContext.db, appContext, borrower.id, account));
    if (isReplacing) {
      if (smsCode === '') return reject('needsCode' as const, { field: 'smsCode' });
      // A try counts even if the binding fails, so it is outside the transaction.
      if (!(await useCode(appContext.db, appContext.cipher, asker, { code: smsCode, now })))
        return reject('wrongCode' as const, { field: 'smsCode' });
    }
    const bound = await inTransaction(appContext.db, (trx) =>
      bindAccount(trx, appContext, borrower, account, isReplacing),
    );
    if (bound === 'cannotNotify') return reject('cannotNotify' as const);
    // A parallel request bound another account, which this one would replace.
    return bound === 'needsCode' ? reject('needsCode' as const, { field: 'smsCode' }) : {};
  }
}

type BindRejection = Rejection<'unknownItem' | 'required' | 'noSuchOption' | 'malformed'>;

function checkedValues(
  items: readonly FormItem[],
  fields: Readonly<Record<string, unknown>>,
): Map<string, string> | BindRejection {
  for (const code of Object.keys(fields))
    if (!items.some((item) => item.code === code)) return reject('unknownItem' as const, { field: code });
  const values = new Map<string, string>();
  for (const item of items) {
    const value = cleanValue(item, String(fields[item.code] ?? ''));
    if (value === '') return reject('required' as const, { field: item.code, values: { title: item.title } });
    const problem = valueProblem(item, value);
    if (problem === 'option')
      return reject('noSuchOption' as const, { field: item.code, values: { title: item.title } });
    if (problem) return reject('malformed' as const, { field: item.code, text: problem });
    values.set(item.code, value);
  }
  return values;
}
