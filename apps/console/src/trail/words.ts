import type { TrailEntry } from '@hiram/contract/console/trail';
import { borrowerNumber, orderNumber } from '@hiram/loan/format';
import { useLingui } from '@lingui/react/macro';
import { useAnyWord, useReadWords } from '../i18n/words.ts';
import { useMoneyText } from '../kit/brand-format.tsx';
import { useActs } from './acts.ts';
import { useDetailWords } from './detail-words.ts';

/** The tables whose changes and reads are entries, with their names. */
export function useSubjects(): Readonly<Record<string, string>> {
  const { t } = useLingui();
  return {
    agreement: t`Contract`,
    account_change: t`Change of a payout account`,
    agency: t`Collection agency`,
    agency_person: t`Person of an agency`,
    approval: t`Request`,
    arrangement: t`Arrangement to pay in parts`,
    authority: t`Limit of a role`,
    bank_account: t`Payout account`,
    borrower: t`Borrower`,
    borrower_profile: t`Form`,
    break_glass: t`Action by operators`,
    collection_assignment: t`Assignment of a late loan`,
    complaint: t`Complaint`,
    complaint_message: t`Message of a complaint`,
    consent: t`Consent`,
    contact: t`Attempt to reach a borrower`,
    contact_stop: t`Stop of contacts`,
    daily_run: t`Daily work`,
    debit_card: t`Debit card`,
    decision_policy: t`Decision policy`,
    decision_run: t`Run of a policy`,
    disclosure: t`Disclosure statement`,
    erasure_hold: t`Hold on an erasure`,
    erasure_request: t`Request for erasure`,
    loan_import: t`Import of loans`,
    duty_period: t`Report to an authority`,
    duty_run: t`File for an authority`,
    feed_key: t`Key of the feed`,
    feed_webhook: t`Address of the feed`,
    identity_asked: t`Whether a brand asks for documents`,
    gl_account: t`Account of the books`,
    gl_journal: t`Journal by hand`,
    gl_period: t`Month of the books`,
    identity_check: t`Identity check`,
    key_check: t`Check of the encryption key`,
    lender_journal: t`Lender’s journal`,
    list: t`List`,
    loan_event: t`Event of a loan`,
    loan_order: t`Loan`,
    note: t`Note`,
    number_change: t`Change of a number`,
    payment: t`Payment`,
    payment_promise: t`Promise to pay`,
    payment_code: t`Pay code`,
    payout: t`Payout`,
    payout_hold: t`Hold on a payout`,
    payout_limit: t`Limit of payouts`,
    payout_stop: t`Stop of payouts`,
    product: t`Product`,
    provider_message: t`Provider’s message`,
    reconciliation_difference: t`Difference with a statement`,
    review: t`Decision`,
    role: t`Role`,
    role_right: t`Right of a role`,
    screening_hit: t`Match with a list`,
    screening_list: t`List of persons`,
    search: t`Search`,
    session: t`Borrower’s session`,
    source_pause: t`Pause of a source`,
    staff: t`Member of staff`,
    staff_directory_role: t`Role by the directory`,
    staff_invitation: t`Invitation`,
    staff_key: t`Passkey`,
    staff_recovery: t`Recovery of a passkey`,
    staff_role: t`Role of a person`,
    staff_session: t`Staff session`,
    staff_totp: t`Authenticator app`,
    staff_shift: t`Shift`,
    approval_message: t`Question about a request`,
    statement_import: t`Bank statement`,
    statement_line: t`Line of a bank statement`,
    strategy: t`Reminders`,
    task: t`Task`,
    trail: t`Trail`,
    utr_submission: t`Report of a transfer`,
  };
}

/** The screens whose lists show names, by the name under which a reading is recorded. */
export function useReadLists(): Readonly<Record<string, string>> {
  const { t } = useLingui();
  return {
    approval: t`Approvals`,
    approvals: t`Approvals`,
    collections: t`Collections`,
    complaints: t`Complaints`,
    decisions: t`Decisions`,
    hits: t`Screening`,
    payouts: t`Money out`,
    posts: t`Money in`,
    receipts: t`Money in`,
    held: t`Money in, held`,
    refunds: t`Money out`,
    similar: t`Approvals`,
    statement: t`a bank statement`,
    work: t`Work`,
  };
}

/** The page of what an entry is about, and its name as people call it: a loan's or a borrower's number. */
export function aboutOf({ subject, subjectId, borrowerId }: TrailEntry): {
  readonly name: string;
  readonly href: string | undefined;
} {
  const isOwnRow = isUuid(subjectId);
  if (subject === 'loan_order' && isOwnRow)
    return { name: orderNumber(subjectId), href: `/loan/${subjectId}` };
  const page = isOwnRow ? pages[subject] : undefined;
  const ofBorrower = borrowerId === undefined ? undefined : `/borrower/${borrowerId}`;
  return {
    name: borrowerId === undefined ? '' : borrowerNumber(borrowerId),
    href: page === undefined ? ofBorrower : `${page}${subjectId}`,
  };
}

/** The pages of rows that have one of their own. */
const pages: Readonly<Record<string, string>> = {
  approval: '/approvals/',
  complaint: '/complaints/',
  review: '/decisions/',
  screening_hit: '/officer/',
};

/** The screen whose list showed names. */
export function useReadList(): (entry: TrailEntry) => string {
  const lists = useReadLists();
  return ({ subjectId }) => lists[subjectId.split(/[ .]/)[0] ?? ''] ?? subjectId;
}

/** An entry as a sentence: who did what, to what, and the sum of money. */
export function useSentence(): (entry: TrailEntry) => string {
  const { t } = useLingui();
  const actOf = useActs();
  const subjects = useSubjects();
  const listOf = useReadList();
  const inWords = useDetailWords();
  const read = useReadWords();
  const who = useWho();
  const money = useMoneyText();
  return (entry) => {
    const { action, subject, detail, kind, amount, brand } = entry;
    const person = who(entry);
    const { name } = aboutOf(entry);
    if (subject === 'trail') return t`${person} exported the trail`;
    if (subject === 'search') return t`${person} searched by a number`;
    if (subject === 'list') return t`${person} saw names on ${listOf(entry)}`;
    if (kind === 'read' && subject === 'loan_order' && detail === 'loan')
      return t`${person} opened the loan ${name}`;
    const of = name === '' ? '' : t` of ${name}`;
    if (kind === 'read') {
      const field = read(detail);
      return `${field.startsWith('all ') ? t`${person} opened ${field}` : t`${person} opened the ${field}`}${of}`;
    }
    const sum = amount === undefined ? '' : `, ${money(amount, brand)}`;
    const act = actOf(entry, person, name);
    if (act !== undefined) return `${act}${sum}`;
    const thing = (subjects[subject] ?? subject.replaceAll('_', ' ')).toLowerCase();
    const what = `${thing}${subject === 'loan_order' ? ` ${name}` : of}${sum}`;
    const article = /^[aeiou]/.test(thing) ? t`an` : t`a`;
    const verbs: Readonly<Record<string, string>> = {
      insert: t`${person} added ${article} ${what}`,
      update:
        detail === ''
          ? t`${person} changed the ${what}`
          : t`${person} changed the ${what}: ${inWords(entry)}`,
      delete: t`${person} deleted the ${what}`,
      truncate: t`${person} deleted every row: ${thing}`,
      export: t`${person} exported the ${what}`,
      archive: t`${person} archived the ${what}`,
      move: t`${person} moved the ${what} to another cell`,
    };
    return verbs[action] ?? `${person}: ${action}, ${what}`;
  };
}

/** Why somebody read something: in their words, or in those of the call that asked for none. */
export function useReasonWords(): (reason: string) => string {
  const { t } = useLingui();
  const word = useAnyWord();
  return (reason) => {
    const [, action] = /^decides on ([\w.]+)$/.exec(reason) ?? [];
    return action === undefined ? reason : t`to decide on a request: ${word(action)}`;
  };
}

/** The words for an actor: a member of staff, a part of the system, or a login by hand. */
export function useWho(): (entry: TrailEntry) => string {
  const { t } = useLingui();
  return ({ staffName, staffId, actor, login, borrowerId }) => {
    if (staffName !== undefined) return staffName;
    if (staffId !== undefined) return t`Somebody unknown`;
    if (actor === '') return t`By hand, ${login}`;
    const [kind = '', name = ''] = actor.split(' ');
    // The sandbox plays the borrower’s and the provider’s part.
    if (kind === 'call' && name.startsWith('sandbox')) return t`The sandbox`;
    if (kind === 'call' && borrowerId !== undefined) return t`The borrower`;
    if (kind === 'provider') return t`The provider ${name}`;
    return kind === 'command' ? t`An operator` : t`The system`;
  };
}

/** The actor in words: `system` is the scheduler. */
export function useActorWords(): (entry: TrailEntry) => string {
  const { t } = useLingui();
  return ({ actor, login }) => {
    const [kind = '', ...rest] = actor.split(' ');
    const name = rest.join(' ');
    const words: Readonly<Record<string, string>> = {
      system: t`The scheduler`,
      job: t`A background job: ${name}`,
      provider: t`A message of the provider ${name}`,
      call: t`A call of the app or the console: ${name}`,
      command: t`An operator’s command: ${name}`,
    };
    return actor === '' ? t`Nothing of ours: the login ${login}` : (words[kind] ?? actor);
  };
}

const isUuid = (id: string) => /^[0-9a-f-]{36}$/.test(id);
