import type { Misbehaviour } from './misbehaving-server.ts';

/**
 * The fault of a webhook that a fake provider sends: `missing` has no signature, `altered` the signature of
 * another body, `stale` an old one, `garbled` is not JSON.
 */
export type Tampering = 'forged' | 'lying' | 'missing' | 'altered' | 'stale' | 'garbled' | { secret: string };

export interface FakePayout {
  readonly reference: string;
  readonly id: string;
  readonly amount: number;
  readonly account: string;
}

/**
 * The changed appearance of a payment. `isListed`: on statements; `isKnown`: in a query of its own; `isReversed`: fully
 * reversed.
 */
export interface Change {
  readonly isListed?: boolean;
  readonly isKnown?: boolean;
  readonly isReversed?: boolean;
  readonly amount?: number;
  /** The amount that a query of the single payment reports, if it is not the paid one. */
  readonly confirmed?: number;
  readonly at?: Date;
  /** The time on the statement, if it is not the payer's time. */
  readonly listedAt?: Date;
  readonly currency?: string;
  /** The reference of another code than the paid one. */
  readonly reference?: string;
}

/** A provider as its documentation describes it, run by the tests. Amounts in cents. */
export interface FakeProvider {
  /** As its declaration names it. */
  readonly name: string;
  readonly environment: Readonly<Record<string, string>>;
  /** Files that contain the secrets: written again to rotate them. */
  readonly webhookSecretFile: string;
  /** Paths of the requests that issue a code, pay out, and read a payment again. */
  readonly paths: { readonly code: RegExp; readonly payout: RegExp; readonly payment: RegExp };
  trouble(path: RegExp, ...troubles: Misbehaviour[]): void;
  readonly payouts: readonly FakePayout[];
  /** Our references that have a code. */
  readonly codes: readonly string[];
  /** Pays the code of our reference. Returns the provider's id of the payment. */
  pay(reference: string, amount: number, at: Date): string;
  endPayout(reference: string, how: 'paid' | 'returned'): void;
  /** Changes that the provider's own staff, or an error of theirs, make to a payment. */
  change(paymentId: string, change: Change): void;
  /** Refunds a part of a payment with the provider's own tools. Returns the refund's id. */
  refund(paymentId: string, amount: number): string;
  /**
   * Reports a payment or a payout by webhook; `forged` sends it as a stranger would, `lying` with other
   * figures in the body.
   */
  sendPaymentEvent(origin: string, paymentId: string, how?: Tampering): Promise<number>;
  sendPayoutEvent(origin: string, reference: string): Promise<number>;
  close(): Promise<void>;
}

export async function postJson(
  url: string,
  body: string,
  headers: Readonly<Record<string, string>>,
): Promise<number> {
  const response = await fetch(url, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...headers },
    body,
  });
  await response.arrayBuffer();
  return response.status;
}
