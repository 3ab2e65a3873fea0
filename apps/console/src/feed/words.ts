import type { FeedTopic } from '@hiram/contract/console/feed';
import { useLingui } from '@lingui/react/macro';

/** The topics of the feed, in words. */
export function useTopicWords(): Readonly<Record<FeedTopic, string>> {
  const { t } = useLingui();
  return {
    complaint: t`Complaints`,
    contact: t`Contacts`,
    decision: t`Decisions`,
    ledger: t`Journals`,
    loan: t`Loans`,
    order: t`Orders`,
    payment: t`Payments`,
    payout: t`Payouts`,
  };
}
