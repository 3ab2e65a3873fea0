import type { TrailEntry } from '@hiram/contract/console/trail';
import { borrowerNumber, orderNumber } from '@hiram/loan/format';
import { useLingui } from '@lingui/react/macro';
import { useAnyWord, useReadWords } from '../i18n/words.ts';

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

/** The words for an event: `Payment changed`, `Name read`. */
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
    if (action === 'insert' && subject === 'staff_session') return t`Signed in`;
    if (action === 'insert' && subject === 'decision_run') return t`The policy decided`;
    return verbs[action]?.(what) ?? t`${what} read: ${read(detail)}`;
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

/** An entry as a sentence: who did what, to what. */
export function useSentence(): (entry: TrailEntry) => string {
  const { t } = useLingui();
  const subjects = useSubjects();
  const listOf = useReadList();
  const read = useReadWords();
  const whatOf = useWhat();
  const who = useWho();
  return (entry) => {
    const { action, subject, detail, kind } = entry;
    const person = who(entry);
    const { name } = aboutOf(entry);
    const thing = (subjects[subject] ?? subject.replaceAll('_', ' ')).toLowerCase();
    if (subject === 'trail') return t`${person} exported the trail`;
    if (subject === 'search') return t`${person} searched by a number`;
    if (action === 'insert' && subject === 'staff_session' && entry.staffId !== undefined)
      return t`${person} signed in`;
    if (action === 'insert' && subject === 'decision_run') return t`The policy decided about ${name}`;
    if (action === 'update' && subject === 'session' && detail.includes('page_proof'))
      return t`${person} opened the app: ${name}`;
    if (subject === 'list') return t`${person} saw names on ${listOf(entry)}`;
    if (kind === 'read' && subject === 'loan_order' && detail === 'loan')
      return t`${person} opened the loan ${name}`;
    if (kind === 'read') {
      const field = read(detail);
      const opened = field.startsWith('all ') ? field : t`the ${field}`;
      return name === '' ? t`${person} opened ${opened}` : t`${person} opened ${opened} of ${name}`;
    }
    const of = name === '' ? '' : subject === 'loan_order' ? ` ${name}` : t` of ${name}`;
    const article = /^[aeiou]/.test(thing) ? t`an` : t`a`;
    const verbs: Readonly<Record<string, string>> = {
      insert:
        subject === 'loan_order'
          ? t`${person} added the ${thing}${of}`
          : t`${person} added ${article} ${thing}${of}`,
      update: t`${person} changed the ${thing}${of}`,
      delete: t`${person} deleted the ${thing}${of}`,
    };
    return verbs[action] ?? `${person}: ${whatOf(entry)}`;
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
    if (actor.startsWith('call ') && borrowerId !== undefined) return t`The borrower`;
    return actor.startsWith('command ') ? t`An operator` : t`The system`;
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
      call: t`A call of the app or the console: ${name}`,
      command: t`An operator’s command: ${name}`,
    };
    return actor === '' ? t`Nothing of ours: the login ${login}` : (words[kind] ?? actor);
  };
}

const isUuid = (id: string) => /^[0-9a-f-]{36}$/.test(id);
