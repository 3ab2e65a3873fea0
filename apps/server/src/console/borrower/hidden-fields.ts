import { accountInWords } from '../../brands/account-words.ts';
import type { Brand } from '../../brands/brand.ts';
import type { BorrowerRow } from '../../lending/borrowers/borrower-store.ts';
import { maskedPhone } from '../../lending/borrowers/masked.ts';
import type { Db } from '../../platform/database/connection/connect.ts';

/** A value that is hidden until it is asked for: where it lies, and what is seen of it. */
export interface HiddenField {
  readonly field: string;
  readonly label: string;
  readonly shown: string;
  /** The table and the row that are read, as the audit trail names them. */
  readonly subject: string;
  readonly subjectId: string;
}

const dots = '••••••';
const groups = ['public', 'personal', 'job', 'extra'] as const;

/** The hidden fields of a borrower, as far as they were given: number, payout account, and the forms of certification. */
export async function hiddenFields(
  db: Db,
  brand: Brand,
  { id, phone }: BorrowerRow,
): Promise<readonly HiddenField[]> {
  const profile = await db
    .selectFrom('borrower_profile')
    .select('data_group')
    .where('borrower_id', '=', id)
    .execute();
  const account = await db
    .selectFrom('bank_account')
    .select(['id', 'institution', 'number_tail'])
    .where('borrower_id', '=', id)
    .where('state', '=', 'active')
    .executeTakeFirst();
  const given = new Set(profile.map(({ data_group }) => data_group));
  const number = maskedPhone(phone);
  return [
    ...(number === ''
      ? []
      : [{ ...subject('borrower', id), field: 'phone', label: 'Number', shown: number }]),
    ...(account
      ? [
          {
            ...subject('bank_account', account.id),
            field: 'account',
            label: 'Account',
            shown: accountInWords(brand, account),
          },
          { ...subject('bank_account', account.id), field: 'holder', label: 'Account holder', shown: dots },
        ]
      : []),
    ...groups
      .filter((group) => given.has(group))
      .flatMap((group) =>
        brand.forms[group].items.map(({ code, title }) => ({
          ...subject('borrower_profile', id),
          field: `${group}.${code}`,
          label: title,
          shown: dots,
        })),
      ),
  ];
}

const subject = (table: string, subjectId: string) => ({ subject: table, subjectId });
