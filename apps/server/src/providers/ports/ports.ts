import type { BureauPort } from './bureau.ts';
import type { CardPort } from './card.ts';
import type { FilesPort } from './files.ts';
import type { IdentityPort } from './identity.ts';
import type { MailPort } from './mail.ts';
import type { PaymentPort } from './payment.ts';
import type { PayoutPort } from './payout.ts';
import type { PushPort } from './push.ts';
import type { ScorerPort } from './scorer.ts';
import type { ScreeningPort } from './screening.ts';
import type { SmsPort } from './sms.ts';
import type { StatementPort } from './statement.ts';

/** External services, one interface each. The implementations are in the folders next to it. */
export interface Ports {
  readonly payment: PaymentPort;
  /** The lender's scorer, which sees applications that the policy does not refuse; undefined: none is set up. */
  readonly scorer: ScorerPort | undefined;
  /** The provider of new payouts. */
  readonly payout: PayoutPort;
  /** All payout providers that are set up, by name: a payout stays with its provider to the end. */
  readonly payouts: ReadonlyMap<string, PayoutPort>;
  /** The lender's identity service; undefined: a person looks at documents. */
  readonly identity: IdentityPort | undefined;
  /** The lender's credit bureau; undefined: none is asked. */
  readonly bureau: BureauPort | undefined;
  /** The lender's screening service, beside the imported lists; undefined: none is asked. */
  readonly screening: ScreeningPort | undefined;
  readonly sms: SmsPort;
  /** Undefined: no mail server is set up, and what needs one is rejected. */
  readonly mail: MailPort | undefined;
  /** The lender's app server; undefined: no message is pushed. */
  readonly push: PushPort | undefined;
  readonly card: CardPort;
  readonly files: FilesPort;
  /** Statements to reconcile with the ledger: those of the providers that collect and pay out now. */
  readonly statements: readonly StatementPort[];
  /** All providers that can be queried about one payment, by name. */
  readonly payments: ReadonlyMap<string, Pick<StatementPort, 'payment'>>;
}
