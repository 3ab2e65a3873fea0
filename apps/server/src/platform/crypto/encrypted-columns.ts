/** A column that the data key encrypts, and the digest column of the same value. */
export interface EncryptedColumn {
  readonly table: string;
  readonly column: string;
  readonly digest?: string;
}

/** Every encrypted column. A test compares the list with the database's catalogue. */
export const encryptedColumns: readonly EncryptedColumn[] = [
  { table: 'key_check', column: 'encrypted' },
  { table: 'match_key', column: 'encrypted' },
  { table: 'borrower_profile', column: 'encrypted' },
  { table: 'profile_draft', column: 'encrypted' },
  { table: 'profile_history', column: 'encrypted' },
  { table: 'bureau_report', column: 'encrypted' },
  { table: 'identity_check', column: 'read_encrypted' },
  { table: 'picture', column: 'key_encrypted' },
  { table: 'bank_account', column: 'number_encrypted', digest: 'number_digest' },
  { table: 'bank_account', column: 'holder_encrypted' },
  { table: 'reference_contact', column: 'name_encrypted' },
  { table: 'reference_contact', column: 'phone_encrypted', digest: 'phone_digest' },
  // The digest column of this table is made of the card's number, which is not stored, so it cannot be computed again. It
  // keeps the old key's digest: once that key is dropped, the same card can be bound again.
  { table: 'debit_card', column: 'token_encrypted' },
  { table: 'decision_run', column: 'facts_encrypted' },
  { table: 'agreement', column: 'html_encrypted' },
  { table: 'disclosure', column: 'html_encrypted' },
  { table: 'staff_totp', column: 'secret_encrypted' },
  { table: 'staff_totp', column: 'pending_encrypted' },
  { table: 'sms', column: 'body_encrypted' },
  { table: 'mail', column: 'body_encrypted' },
  { table: 'statement_line', column: 'sender_encrypted' },
  { table: 'feed_webhook', column: 'secret_encrypted' },
  { table: 'imported_loan', column: 'data_encrypted' },
  { table: 'visitor', column: 'captcha_encrypted' },
];
