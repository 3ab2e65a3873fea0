import type { ApprovalState, ShownApproval } from '@hiram/contract/console/approval';
import type { ShownCheck } from '@hiram/contract/console/approval-case';
import { shortReference } from '@hiram/loan/format';
import { useLingui } from '@lingui/react/macro';
import type { Tone } from '../kit/Status.tsx';

/** The number by which people call a request. */
export const approvalNumber = (approvalId: string) => `A-${shortReference(approvalId)}`;

/** The end of a request, with the tone of its state. */
export function useOutcomeWords(): (approval: {
  readonly state: ApprovalState;
  readonly closedBy?: string | undefined;
}) => { readonly tone: Tone; readonly words: string } {
  const { t } = useLingui();
  return ({ state, closedBy = '' }) => {
    switch (state) {
      case 'waiting':
        return { tone: 'clock', words: t`waits` };
      case 'done':
        return { tone: 'good', words: closedBy === '' ? t`done alone` : t`approved by ${closedBy}` };
      case 'rejected':
        return { tone: 'danger', words: t`rejected by ${closedBy}` };
      case 'withdrawn':
        return { tone: 'plain', words: t`withdrawn` };
      case 'expired':
        return { tone: 'warn', words: t`expired, nothing was done` };
      case 'changed':
        return { tone: 'warn', words: t`changed meanwhile, nothing was done` };
    }
  };
}

/** The server's checks, in words. */
export function useCheckWords(): (check: ShownCheck, approval: ShownApproval) => string {
  const { t } = useLingui();
  return ({ name, count = 0 }, { requestedBy }) => {
    switch (name) {
      case 'notYourRequest':
        return t`You did not request it`;
      case 'ownRequest':
        return t`You requested it: another person decides`;
      case 'concernsYou':
        return t`It changes your own roles, limits or passkeys: others decide`;
      case 'missingRight':
        return t`None of your roles may approve this`;
      case 'requesterLostRight':
        return t`${requestedBy} may not request this any more: it can only be rejected`;
      case 'asRequested':
        return t`As requested: recomputed just now`;
      case 'changed':
        return t`Changed since it was requested: it cannot be approved`;
      case 'neverActedOnLoan':
        return t`You never acted on this loan`;
      case 'actedOnLoan':
        return count === 1
          ? t`You acted on this loan once before`
          : t`You acted on this loan ${count} times before`;
      case 'firstOnLoan':
        return t`First of its kind on this loan`;
      case 'againOnLoan':
        return count === 1 ? t`Done once before on this loan` : t`Done ${count} times before on this loan`;
      case 'complaintOpen':
        return count === 1
          ? t`A complaint about this loan is open`
          : t`${count} complaints about this loan are open`;
      case 'borrowerErased':
        return t`The borrower’s data was erased`;
      case 'sameSurname':
        return t`You have the borrower’s surname`;
      case 'expired':
        return t`Its time is over: nobody can approve it`;
    }
  };
}
