/** Tables of visitors' steps on pages and of partners' redirects. */
import type { BorrowerId, OrderId, ProductId } from '@hiram/contract/ids';
import type { Defaulted, Instant, Optional } from '../columns.ts';

interface PromotionEventTable {
  day: string;
  brand: string;
  digest: Buffer;
  kind: 'visit' | 'click' | 'captchaRejected' | 'codeSent' | 'registered' | 'firstLoan';
  visitor: Buffer;
  template: Optional<string>;
  page_id: Optional<string>;
  user_from: Optional<string>;
  client_type: Optional<string>;
  utm_tag: Optional<string>;
  app_from: Optional<string>;
  borrower_id: Optional<BorrowerId>;
  at: Instant;
}

interface TrackingEventTable {
  id: string;
  day: string;
  brand: string;
  borrower_id: Optional<BorrowerId>;
  kind: string;
  module_id: Optional<number>;
  position_id: Optional<number>;
  product_id: Optional<ProductId>;
  at: Instant;
}

interface PartnerAnswerTable {
  borrower_id: BorrowerId;
  partner_key: string;
  globally: number;
  shown: Defaulted<boolean>;
}

interface RefusedLinkTable {
  id: string;
  brand: string;
  borrower_id: Optional<BorrowerId>;
  host: string;
  seen_at: Instant;
}

interface JointLoginFailureTable {
  borrower_id: BorrowerId;
  id: string;
  order_id: Optional<OrderId>;
  partner: string;
  reason: string;
  failed_at: Instant;
}

export interface VisitTables {
  promotion_event: PromotionEventTable;
  tracking_event: TrackingEventTable;
  partner_answer: PartnerAnswerTable;
  refused_link: RefusedLinkTable;
  joint_login_failure: JointLoginFailureTable;
}
