import type { ApprovalId, OrderId } from '@hiram/contract/ids';
import type { LocalDate } from '@hiram/loan';

/** A reviewer's decision on an entry of the review queue. */
export type Decision =
  | {
      readonly kind: 'post';
      /** The value date, if it is not the reported date of the payer. */
      readonly on: LocalDate | undefined;
      /** The order of a payment with an unknown code. */
      readonly orderId: OrderId | undefined;
      /** The cents of a transfer on the bank's statement, if they differ from the claim. */
      readonly amount?: number | undefined;
      readonly reason: string | undefined;
      /** For a transfer: reverse the payment of another claim to which it was given. */
      readonly reassign?: boolean | undefined;
      /** The approval by which a member of the staff posts it. */
      readonly approvalId?: ApprovalId | undefined;
      /** The person who decided. */
      readonly by?: string | undefined;
    }
  | {
      readonly kind: 'refuse';
      readonly reason: string;
      /** The approval by which a member of the staff refuses it. */
      readonly approvalId?: ApprovalId | undefined;
      readonly by?: string | undefined;
    };

export type Post = Extract<Decision, { kind: 'post' }>;
