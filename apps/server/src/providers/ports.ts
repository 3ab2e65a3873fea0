import type { CardPort } from './card.ts';
import type { DecisionPort } from './decision.ts';
import type { FilesPort } from './files.ts';
import type { PaymentPort } from './payment.ts';
import type { PayoutPort } from './payout.ts';
import type { SmsPort } from './sms.ts';
import type { StatementPort } from './statement.ts';

/** The outside world, an interface each; implementations stand beside them. */
export interface Ports {
  readonly payment: PaymentPort;
  /** Who decides applications: the built-in policy, and a scorer of the lender's where one is set up. */
  readonly decision: DecisionPort;
  /** Who is asked for what is paid out from now on. */
  readonly payout: PayoutPort;
  /** Everyone that is set up, by name: a payout stays with whom it was asked of, to its end. */
  readonly payouts: ReadonlyMap<string, PayoutPort>;
  readonly sms: SmsPort;
  readonly card: CardPort;
  readonly files: FilesPort;
  /** Whose statements are compared with the books: of those who collect and pay out now. */
  readonly statements: readonly StatementPort[];
  /** Everyone that is set up and can be asked about one payment, by name. */
  readonly payments: ReadonlyMap<string, Pick<StatementPort, 'payment'>>;
}
