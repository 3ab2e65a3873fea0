import type { FindKind, FindWay } from '@hiram/contract/console/find';
import { useLingui } from '@lingui/react/macro';
import type { IconName } from '../kit/Icon.tsx';
import type { Tone } from '../kit/Status.tsx';

export const kindIcons: Readonly<Record<FindKind, IconName>> = {
  order: 'file',
  borrower: 'person',
  complaint: 'complaint',
  payCode: 'bank',
  payment: 'money-in',
  transfer: 'swap',
  payout: 'money-out',
  message: 'text',
  staff: 'staff',
};

export function useKindNames(): Readonly<Record<FindKind, string>> {
  const { t } = useLingui();
  return {
    order: t`Orders`,
    borrower: t`Borrowers`,
    complaint: t`Complaints`,
    payCode: t`Pay codes`,
    payment: t`Payments`,
    transfer: t`Transfers`,
    payout: t`Payouts`,
    message: t`Messages of providers`,
    staff: t`Staff`,
  };
}

export function useWayNames(): Readonly<Record<FindWay, string>> {
  const { t } = useLingui();
  return {
    number: t`mobile number`,
    lastFour: t`last four digits`,
    id: t`id`,
    shortReference: t`short reference`,
    reference: t`reference`,
    payCode: t`pay code`,
    providerId: t`provider’s id`,
    utr: t`transfer reference`,
    name: t`name or address`,
  };
}

interface StateWord {
  readonly word: string;
  readonly tone: Tone;
}

/** The words for each stored state. */
export function useStateWords(): Readonly<Record<string, StateWord>> {
  const { t } = useLingui();
  const good = { word: t`Settled`, tone: 'good' } as const;
  return {
    applied: { word: t`Applied`, tone: 'waiting' },
    approved: { word: t`Approved`, tone: 'waiting' },
    rejected: { word: t`Rejected`, tone: 'plain' },
    active: { word: t`Active`, tone: 'good' },
    dueSoon: { word: t`Due soon`, tone: 'clock' },
    overdue: { word: t`Late`, tone: 'danger' },
    settled: good,
    open: { word: t`Open`, tone: 'waiting' },
    answered: { word: t`Answered`, tone: 'good' },
    paid: { word: t`Paid`, tone: 'good' },
    replaced: { word: t`Replaced`, tone: 'plain' },
    posted: { word: t`Posted`, tone: 'good' },
    held: { word: t`Held`, tone: 'warn' },
    reversed: { word: t`Reversed`, tone: 'warn' },
    review: { word: t`In review`, tone: 'waiting' },
    accepted: { word: t`Accepted`, tone: 'good' },
    requested: { word: t`Requested`, tone: 'waiting' },
    sent: { word: t`Sent`, tone: 'waiting' },
    returned: { word: t`Returned`, tone: 'warn' },
    unknown: { word: t`Unknown`, tone: 'warn' },
    contradicted: { word: t`Contradicted`, tone: 'danger' },
    ended: { word: t`Left`, tone: 'plain' },
  };
}
