import type { TrailEntry } from '@hiram/contract/console/trail';
import { useLingui } from '@lingui/react/macro';
import { useAnyWord } from '../i18n/words.ts';

/** The columns that an entry may name as changed. */
function useColumnWords(): Readonly<Record<string, string>> {
  const { t } = useLingui();
  return {
    account_id: t`payout account`,
    amount: t`amount`,
    amount_max: t`largest amount`,
    amount_min: t`smallest amount`,
    answer: t`answer`,
    app_proof: t`key of the app`,
    blocked_reason: t`reason of the block`,
    brand: t`brand`,
    closed_at: t`closed`,
    closed_by: t`who closed it`,
    code_at: t`code accepted`,
    decision: t`decision`,
    device_id: t`phone`,
    disowned_at: t`disowned`,
    done_at: t`done`,
    decided_by: t`who decided`,
    seconded_by: t`second person`,
    signed_off_by: t`who signed off`,
    receipt: t`receipt`,
    effective_at: t`takes effect`,
    topics: t`topics`,
    url: t`address`,
    encrypted: t`encrypted text`,
    ended_at: t`end`,
    erased_at: t`erased`,
    explanation: t`explanation`,
    external_code: t`the lender’s own code`,
    finished_at: t`finished`,
    given_at: t`given`,
    approved_by: t`second person`,
    rejected_by: t`rejected by`,
    rejected_because: t`why it was rejected`,
    handed_over_at: t`link taken`,
    holder_encrypted: t`account holder`,
    institution: t`bank`,
    last_step: t`last code`,
    locked_at: t`locked`,
    max_amount: t`largest sum a day`,
    max_first_loans: t`first loans a day`,
    max_per_day: t`limit of a day`,
    max_per_item: t`limit of one`,
    number_encrypted: t`account number`,
    outcome: t`outcome`,
    owner: t`owner`,
    page_proof: t`browser`,
    paid_on: t`day of payment`,
    parent: t`account above`,
    password_hash: t`password`,
    payment_id: t`payment`,
    phone: t`number`,
    reason: t`reason`,
    reasons: t`reasons`,
    released_at: t`released`,
    reported_at: t`reported`,
    resumed_at: t`running again`,
    revision: t`revision`,
    revoked_at: t`ended`,
    right: t`right`,
    role: t`role`,
    score: t`score`,
    second_person_from: t`amount for a second person`,
    set_aside_by: t`who set it aside`,
    undone_by: t`who undid it`,
    until: t`until when`,
    set_up_at: t`set up`,
    settled_at: t`settled`,
    deferred_until: t`deferred until`,
    started_at: t`started again`,
    sha256: t`checksum`,
    state: t`state`,
    status: t`status`,
    steps: t`steps`,
    subject: t`subject`,
    subject_id: t`row`,
    summary: t`summary`,
    superseded_at: t`superseded`,
    terms: t`terms`,
    transfer_id: t`claimed transfer`,
    tries: t`wrong codes`,
    used_at: t`used`,
    version: t`version`,
    withdrawn_at: t`withdrawn`,
    words: t`words`,
  };
}

/** States that no other screen of the console shows. */
function useFurtherStates(): Readonly<Record<string, string>> {
  const { t } = useLingui();
  return {
    resubmissionRequested: t`Asked again`,
    cancelled: t`Cancelled`,
    upheld: t`Refusal stands`,
    reopened: t`May apply again`,
    agreed: t`Agreed`,
    doubted: t`Doubted`,
    asked: t`Asked`,
    accepted: t`Accepted`,
    declined: t`Declined`,
    released: t`Released`,
    open: t`Open`,
    closed: t`Closed`,
    cleared: t`Cleared`,
    confirmed: t`Confirmed`,
    left: t`Left its list`,
    replaced: t`Replaced`,
    draft: t`Draft`,
    checked: t`Checked`,
    granted: t`Approved by a second person`,
    staging: t`Being staged`,
    staged: t`Staged`,
    undone: t`Undone`,
    cuttingOver: t`Becoming loans`,
    cutOver: t`Became loans`,
    superseded: t`Superseded`,
    verified: t`Verified`,
    failed: t`Failed`,
    unclear: t`Unclear`,
  };
}

/**
 * The words for a change. The audit trail writes `amount, state held to posted`: names of columns, and of a
 * state both values. Any other text is shown as it is.
 */
export function useDetailWords(): (entry: Pick<TrailEntry, 'subject' | 'detail'>) => string {
  const { t } = useLingui();
  const columns = useColumnWords();
  const known = useAnyWord();
  const further = useFurtherStates();
  const word = (name: string) => further[name] ?? known(name);
  const part = (text: string, subject: string) => {
    // A consent is withdrawn; a loan that is has been paid out.
    if (subject === 'loan_order' && text === 'withdrawn_at') return t`drawn down`;
    const [, before, after] = /^(?:state|status) (\w+)(?: to (\w+))?$/.exec(text) ?? [];
    if (before === undefined) return columns[text] ?? text;
    if (after === undefined) return word(before);
    return t`${word(before)} → ${word(after)}`;
  };
  return ({ subject, detail }) =>
    detail
      .split(', ')
      .map((text) => part(text, subject))
      .join(', ');
}
