import type { TaskKind } from '@hiram/contract/task-kind';
import { useLingui } from '@lingui/react/macro';

/** A way to settle a task, and what it does. */
interface Way {
  readonly way: string;
  readonly does: string;
}

/** The ways to settle a task of each kind. */
export function useWays(): Readonly<Record<TaskKind, readonly Way[]>> {
  const { t } = useLingui();
  return {
    complaint: [
      { way: t`Answer`, does: t`closes it; the borrower reads it at once` },
      { way: t`Ask`, does: t`acknowledges it; the promise runs on` },
      { way: t`Escalate`, does: t`an officer sees it; the promise runs on` },
    ],
    transfer: [
      { way: t`Post`, does: t`pays the loan by the statement’s line, dated by it` },
      { way: t`Refuse`, does: t`the borrower reads why and can send it again` },
    ],
    heldPayment: [
      { way: t`Post`, does: t`pays the loan on the day on which it was paid` },
      { way: t`Refuse`, does: t`sends the money back; the loan stays as it is` },
    ],
    unknownPayment: [
      { way: t`Post`, does: t`pays the loan that you name; a second person approves` },
      { way: t`Refuse`, does: t`closes it; nothing is posted` },
    ],
    contradictedPayout: [
      { way: t`Post`, does: t`follows the provider’s report, once the provider confirms it` },
      { way: t`Refuse`, does: t`closes it; our record stays` },
    ],
    refund: [
      { way: t`Record a refund`, does: t`two persons; the credit ends when the money was sent` },
      { way: t`Keep as credit`, does: t`it pays what falls due next` },
    ],
    application: [
      { way: t`Approve`, does: t`the borrower gets the offer and confirms it` },
      { way: t`Refuse`, does: t`the borrower reads up to four reasons` },
      { way: t`Ask`, does: t`the borrower corrects details; it waits` },
    ],
    payout: [
      { way: t`Release`, does: t`the money goes out within minutes` },
      { way: t`Refuse`, does: t`ends payout and loan; the borrower reads why` },
      { way: t`Ask`, does: t`the borrower names another account` },
    ],
    appeal: [
      { way: t`Uphold`, does: t`the refusal stands; the borrower is told` },
      { way: t`Reopen`, does: t`the borrower may apply again from today` },
    ],
    secondLook: [
      { way: t`Agree`, does: t`kept with the approval` },
      { way: t`Doubt`, does: t`kept with your reason; the loan goes on` },
    ],
    heldPayout: [
      { way: t`Release`, does: t`the money goes out within minutes` },
      { way: t`Cancel`, does: t`nothing goes out; the borrower can withdraw again` },
    ],
    returnedPayout: [
      { way: t`Call the borrower`, does: t`a payout to another account closes it` },
      { way: t`Settle`, does: t`closes it with a note; no money moves` },
    ],
    statement: [
      { way: t`Match`, does: t`pays the loan that you name; a second person approves` },
      { way: t`Set aside`, does: t`with a reason; nothing is posted` },
    ],
    erasure: [
      { way: t`Erase`, does: t`two persons; what the law keeps stays` },
      { way: t`Hold`, does: t`with a reason that the borrower can ask for` },
    ],
    approval: [
      { way: t`Approve`, does: t`does exactly what is shown, with your passkey` },
      { way: t`Reject`, does: t`the requester reads why; nothing happens` },
      { way: t`Ask`, does: t`the clock runs on` },
    ],
    lateLoan: [
      { way: t`Call`, does: t`inside the allowed hours` },
      { way: t`Extend`, does: t`a second person approves` },
    ],
    arrangement: [
      { way: t`Propose`, does: t`the borrower accepts it in the app; a second person above your limit` },
      { way: t`Decline`, does: t`the borrower is told; the loan goes on as agreed` },
    ],
    screeningHit: [
      { way: t`Clear`, does: t`another person; not asked again for this entry` },
      { way: t`Confirm`, does: t`two persons; blocks the borrower and every payout` },
    ],
    duty: [
      { way: t`Make the file`, does: t`the browser downloads it; its digest stays` },
      { way: t`Sign off`, does: t`another person, with the authority’s receipt` },
    ],
    coverageGap: [
      { way: t`Put on call`, does: t`counts when the person accepts it` },
      { way: t`Plan a shift`, does: t`counts at once` },
    ],
    screeningCase: [{ way: t`Report`, does: t`closes the case under the authority’s reference` }],
  };
}
