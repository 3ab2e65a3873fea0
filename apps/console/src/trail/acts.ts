import type { TrailEntry } from '@hiram/contract/console/trail';
import { useLingui } from '@lingui/react/macro';
import { useAnyWord } from '../i18n/words.ts';

/** What an entry is by its row's new state, the columns that it changed or the kind of its event, the most telling first. */
function keysOf({ action, subject, detail, name = '' }: TrailEntry): readonly string[] {
  const parts = detail.split(', ').map((part) => part.replace(/^(?:state|status) (?:\w+ to )?/, ''));
  return [name, ...parts, ''].map((part) => `${subject} ${action} ${part}`.trim());
}

/** The acts that have words of their own: who did what to whom. Undefined for any other entry. */
export function useActs(): (entry: TrailEntry, person: string, name: string) => string | undefined {
  const { t } = useLingui();
  const word = useAnyWord();
  return (entry, person, name) => {
    const action = word(entry.name ?? '').toLowerCase();
    const acts: Readonly<Record<string, string>> = {
      'agreement insert': t`${person} agreed to a contract: ${name}`,
      'approval insert waiting': t`${person} requested: ${action}`,
      'approval insert done': t`${person} did within their limit: ${action}`,
      'approval update done': t`${person} approved: ${action}`,
      'approval update rejected': t`${person} rejected the request: ${action}`,
      'approval update withdrawn': t`${person} withdrew the request: ${action}`,
      'approval update expired': t`The request expired: ${action}`,
      'approval update changed': t`The request ended, as its effect had changed: ${action}`,
      'borrower insert': t`${person} opened an account: ${name}`,
      'borrower update blocked_reason': t`${person} blocked or unblocked ${name}`,
      'borrower update phone': t`${person} changed the phone number of ${name}`,
      'borrower update erased_at': t`${person} erased the personal data of ${name}`,
      'borrower_profile update': t`${person} changed a part of the form of ${name}`,
      'complaint insert': t`${person} recorded a complaint of ${name}`,
      'complaint update answer': t`${person} answered the complaint of ${name}`,
      'complaint update score': t`${person} rated the answer to the complaint of ${name}`,
      'complaint_message insert': t`${person} wrote in a complaint of ${name}`,
      'contact insert': t`${person} began to contact ${name}`,
      'contact update outcome': t`${person} recorded how a contact with ${name} ended`,
      'decision_run insert': t`The policy decided about ${name}`,
      'loan_event insert extended': t`${person} extended a loan of ${name}`,
      'loan_event insert waived': t`${person} waived a debt of ${name}`,
      'loan_event insert refunded': t`${person} recorded a refund to ${name}`,
      'loan_event insert reversed': t`${person} reversed a payment of ${name}`,
      'loan_event insert writtenOff': t`${person} wrote off a loan of ${name}`,
      'loan_event insert chargesStopped': t`${person} stopped late charges of ${name}`,
      'loan_event insert arranged': t`${person} agreed with ${name} to pay in parts`,
      'loan_order insert': t`${person} applied for the loan ${name}`,
      'loan_order update approved': t`${person} approved the loan ${name}`,
      'loan_order update rejected': t`${person} refused the loan ${name}`,
      'loan_order update overdue': t`The loan ${name} became late`,
      'loan_order update settled': t`The loan ${name} was paid off`,
      'note insert': t`${person} wrote a note about ${name}`,
      'payment insert posted': t`${person} posted a payment of ${name}`,
      'payment insert held': t`${person} held a payment of ${name}`,
      'payment update posted': t`${person} posted the held payment of ${name}`,
      'payment update rejected': t`${person} refused the held payment of ${name}`,
      'payment update reversed': t`${person} reversed the payment of ${name}`,
      'payment_code insert': t`${person} made a pay code of ${name}`,
      'payment_promise insert': t`${person} recorded that ${name} promised to pay`,
      'payment_promise update kept': t`${name} kept the promise to pay`,
      'payment_promise update broken': t`${name} broke the promise to pay`,
      'payout insert requested': t`${person} requested the payout to ${name}`,
      'payout update sent': t`${person} sent the payout to ${name}`,
      'payout update paid': t`${person} confirmed that ${name} got the payout`,
      'payout update returned': t`${person} reported that the payout to ${name} came back`,
      'payout update requested': t`${person} put the payout to ${name} back to be sent`,
      'payout update account_id': t`${person} changed the account for the payout to ${name}`,
      'review insert': t`${person} referred ${name} to a person`,
      'session insert': t`${person} signed in to the app: ${name}`,
      'session update page_proof': t`${person} opened the app: ${name}`,
      'staff_session insert': t`${person} signed in`,
      'task insert': name === '' ? t`${person} opened a task` : t`${person} opened a task about ${name}`,
      'task update closed_at':
        name === '' ? t`${person} closed a task` : t`${person} closed a task about ${name}`,
      'task update deferred_until': t`${person} put off a task`,
      'utr_submission insert': t`${person} reported a transfer by ${name}`,
    };
    const key = keysOf(entry).find((one) => one in acts);
    return key === undefined ? undefined : acts[key];
  };
}
