/** A column that the data key seals, and the digest beside it that is of the same value. */
export interface SealedColumn {
  readonly table: string;
  readonly column: string;
  readonly digest?: string;
}

/** Every sealed column. A test holds the list against the database's own catalogue. */
export const sealedColumns: readonly SealedColumn[] = [
  { table: 'key_check', column: 'sealed' },
  { table: 'match_key', column: 'sealed' },
  { table: 'borrower_profile', column: 'sealed' },
  { table: 'profile_draft', column: 'sealed' },
  { table: 'profile_history', column: 'sealed' },
  { table: 'bank_account', column: 'number_sealed', digest: 'number_digest' },
  { table: 'bank_account', column: 'holder_sealed' },
  { table: 'reference_contact', column: 'name_sealed' },
  { table: 'reference_contact', column: 'phone_sealed', digest: 'phone_digest' },
  // Its digest is of the card's number, which stays nowhere: it keeps the old key's, and a card bound under a key that was
  // dropped may be bound once more.
  { table: 'debit_card', column: 'token_sealed' },
  { table: 'agreement', column: 'html_sealed' },
  { table: 'disclosure', column: 'html_sealed' },
  { table: 'sms', column: 'body_sealed' },
  { table: 'visitor', column: 'captcha_sealed' },
];
