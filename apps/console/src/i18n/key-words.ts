import { useLingui } from '@lingui/react/macro';
import type { keyTable } from '../kit/keys/key-table.ts';

/** What each key does on every screen that has it. */
export function useKeyMeanings(): Readonly<Record<keyof typeof keyTable, string>> {
  const { t } = useLingui();
  return {
    next: t`next`,
    previous: t`previous`,
    open: t`open`,
    check: t`check a row`,
    checkAll: t`check all`,
    checkNone: t`check none`,
    takeNext: t`take the next`,
    claim: t`claim, give back`,
    passOn: t`pass on`,
    defer: t`defer, take back`,
    escalate: t`escalate`,
    goAhead: t`go ahead: post, sign off, request`,
    reject: t`reject, refuse`,
    write: t`write: an answer, an explanation, a draft`,
    ask: t`ask`,
    new: t`new: a contact, a note, a person, a journal, a file`,
    hold: t`stop calls to a borrower`,
    payCode: t`make a pay code`,
    borrower: t`the borrower`,
    loan: t`the loan`,
    view: t`view the evidence, or what the borrower sees`,
    reveal: t`open a hidden field`,
    turn: t`show as a chart or a table`,
    order: t`turn the order of a list`,
    filter: t`filter`,
    readAgain: t`load, ask or compute again`,
    importFile: t`import a statement`,
    exportFile: t`export`,
    dayBefore: t`day before`,
    dayAfter: t`day after`,
    send: t`send`,
    find: t`find`,
    findAnywhere: t`find, also in a text field`,
    stopPayouts: t`stop payouts`,
    help: t`all keys`,
  };
}
