import type { TrailEntry } from '@hiram/contract/console/trail';
import { useLingui } from '@lingui/react/macro';
import { useReadWords } from '../i18n/words.ts';

/** Tables that a person may choose as what was changed or read, with their names. */
export function useSubjects(): Readonly<Record<string, string>> {
  const { t } = useLingui();
  return {
    agreement: t`Contract`,
    approval: t`Request`,
    bank_account: t`Payout account`,
    borrower: t`Borrower`,
    borrower_profile: t`Form`,
    complaint: t`Complaint`,
    consent: t`Consent`,
    loan_order: t`Order`,
    payment: t`Payment`,
    payment_code: t`Pay code`,
    payout: t`Payout`,
    payout_stop: t`Stop of payouts`,
    product: t`Product`,
    provider_message: t`Provider’s message`,
    review: t`Decision`,
    search: t`Search`,
    session: t`Borrower’s session`,
    staff: t`Member of staff`,
    staff_key: t`Passkey`,
    staff_role: t`Role of a person`,
    staff_session: t`Staff session`,
    task: t`Task`,
    trail: t`Trail`,
  };
}

/** What happened, in words: `Payment changed`, `Name read`. */
export function useWhat(): (entry: TrailEntry) => string {
  const { t } = useLingui();
  const subjects = useSubjects();
  const read = useReadWords();
  const verbs: Readonly<Record<string, (what: string) => string>> = {
    insert: (what) => t`${what} added`,
    update: (what) => t`${what} changed`,
    delete: (what) => t`${what} deleted`,
    truncate: (what) => t`${what}: all rows deleted`,
  };
  return ({ action, subject, detail }) => {
    const what = subjects[subject] ?? subject.replaceAll('_', ' ');
    if (subject === 'trail') return t`Trail exported`;
    if (subject === 'search') return t`Searched by a number`;
    return verbs[action]?.(what) ?? t`${what} read: ${read(detail)}`;
  };
}

/** Who it was: a member of staff, a part of the system, or a login by hand. */
export function useWho(): (entry: TrailEntry) => string {
  const { t } = useLingui();
  return ({ staffName, staffId, actor, login, borrowerId }) => {
    if (staffName !== undefined) return staffName;
    if (staffId !== undefined) return t`somebody unknown`;
    if (actor === '') return t`by hand: ${login}`;
    if (actor.startsWith('call ') && borrowerId !== undefined) return t`Borrower`;
    return actor.startsWith('command ') ? t`Operator` : t`System`;
  };
}

const shortLength = 8;

/** A row's id as it fits in a list: the end of a UUID, other keys as they are. */
export function shortKey(id: string): string {
  return /^[0-9a-f-]{36}$/.test(id) ? `…${id.slice(-shortLength)}` : id;
}
