import type { bindCard } from '@hiram/contract/bank';
import type { CallInput } from '@hiram/contract/call';
import type { FormItem } from '@hiram/contract/form';
import type { BorrowerRequest } from '../../api/serve.ts';
import { cleanValue, valueProblem } from '../../brands/forms/check-value.ts';
import { markets } from '../../brands/markets/markets.ts';
import { maskedWords } from '../../lending/borrowers/masked.ts';
import { certifiedName } from '../../lending/borrowers/profile.ts';
import { loadOrder } from '../../lending/loans/order-store.ts';
import { loadProduct } from '../../lending/origination/products.ts';
import { reject } from '../../platform/errors/rejection.ts';
import type { NewAccount } from './bind-account.ts';
import {
  accountTypes,
  bankForm,
  defaultAccountType,
  defaultChannel,
  institutionItem,
  isBranchOf,
  numberItem,
} from './form.ts';

/**
 * The account of a payload, checked against the delivered form: unknown and missing items, options and rules (BANK-11); or the
 * rejection. Throws NotFound for an unknown product or another borrower's order.
 */
export async function checkedAccount(input: CallInput<typeof bindCard>, requestContext: BorrowerRequest) {
  const { db, brand, borrower, translate } = requestContext;
  const {
    accountType = defaultAccountType,
    channelNumber: channel = defaultChannel,
    productId,
    orderId,
    smsCode,
    ...fields
  } = input;
  if (!accountTypes.some((type) => type === accountType))
    return reject('noSuchType', { field: 'accountType' });
  if (channel !== defaultChannel) return reject('noSuchChannel', { field: 'channelNumber' });
  if (productId) await loadProduct(db, brand, productId);
  if (orderId) await loadOrder(db, borrower.id, orderId);
  const items = bankForm(markets[brand.market], translate).filter(
    (item) => item.accountType === 0 || item.accountType === accountType,
  );
  const values = checkedValues(items, await withCertifiedName(fields, requestContext));
  if (!(values instanceof Map)) return values;
  const account: NewAccount = {
    accountType,
    channel,
    institution: values.get(institutionItem(accountType)) ?? '',
    ifsc: values.get('ifsc')?.toUpperCase(),
    number: values.get(numberItem(accountType)) ?? '',
    holder: values.get('holderName') ?? '',
  };
  return institutionRejection(items, account, requestContext) ?? account;
}

/** The fields with the certified name where the form's masked suggestion of it was sent back. */
async function withCertifiedName(
  fields: { readonly holderName?: unknown },
  { db, appContext, borrower }: BorrowerRequest,
): Promise<Readonly<Record<string, unknown>>> {
  if (!String(fields.holderName ?? '').includes('•')) return fields;
  const name = await certifiedName(db, appContext.cipher, borrower.id);
  return name !== undefined && fields.holderName === maskedWords(name)
    ? { ...fields, holderName: name }
    : fields;
}

/** The rejection of a number or a branch that is not the institution's. */
function institutionRejection(
  items: readonly FormItem[],
  { accountType, institution, number, ifsc }: NewAccount,
  { brand, translate }: BorrowerRequest,
) {
  const option = items
    .find((item) => item.code === institutionItem(accountType))
    ?.options.find((candidate) => candidate.value === institution);
  if (option?.rule && !new RegExp(option.rule).test(number))
    return reject('malformed', {
      field: numberItem(accountType),
      text: option.ruleText ?? translate('rejection.malformed'),
    });
  if (!isBranchOf(markets[brand.market], institution, ifsc))
    return reject('malformed', {
      field: 'ifsc',
      text: translate('bank.ifsc.other', { name: option?.name ?? '' }),
    });
  return undefined;
}

function checkedValues(items: readonly FormItem[], fields: Readonly<Record<string, unknown>>) {
  for (const code of Object.keys(fields))
    if (!items.some((item) => item.code === code)) return reject('unknownItem', { field: code });
  const values = new Map<string, string>();
  for (const item of items) {
    const value = cleanValue(item, String(fields[item.code] ?? ''));
    if (value === '')
      return reject('required', {
        field: item.code,
        values: { title: item.title },
        ...(item.requiredText === undefined ? {} : { text: item.requiredText }),
      });
    const problem = valueProblem(item, value);
    if (problem === 'option')
      return reject('noSuchOption', { field: item.code, values: { title: item.title } });
    if (problem) return reject('malformed', { field: item.code, text: problem });
    values.set(item.code, value);
  }
  return values;
}
