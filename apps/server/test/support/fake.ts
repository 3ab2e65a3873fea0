import type { Misbehaviour } from './misbehaving-server.ts';

/** What is wrong with a webhook that a fake provider sends: `missing` has no signature, `altered` one of another body, `stale` an old one, `garbled` is not JSON. */
export type Tampering = 'forged' | 'lying' | 'missing' | 'altered' | 'stale' | 'garbled' | { secret: string };

export interface FakePayout {
  readonly reference: string;
  readonly id: string;
  readonly amount: number;
  readonly account: string;
}

/** What is told of a payment when it is asked for. `isListed`: on statements; `isKnown`: when asked for by itself; `isReversed`: it was given back whole. */
export interface Change {
  readonly isListed?: boolean;
  readonly isKnown?: boolean;
  readonly isReversed?: boolean;
  readonly amount?: number;
  readonly at?: Date;
  /** When the statement has it, where that is not the payer's moment. */
  readonly listedAt?: Date;
  readonly currency?: string;
  /** Of another than the code that was paid. */
  readonly reference?: string;
}

/** A provider as its documentation describes it, run by the tests. Amounts in cents. */
export interface FakeProvider {
  readonly name: 'xendit' | 'paymongo';
  readonly environment: Readonly<Record<string, string>>;
  /** Files whose content are the secrets: written anew to rotate them. */
  readonly webhookSecretFile: string;
  /** Paths of the requests that issue a code, that pay out, and that read a payment again. */
  readonly paths: { readonly code: RegExp; readonly payout: RegExp; readonly payment: RegExp };
  trouble(path: RegExp, ...troubles: Misbehaviour[]): void;
  readonly payouts: readonly FakePayout[];
  /** References of ours for which a code stands. */
  readonly codes: readonly string[];
  /** Somebody pays the code of our reference; answers the provider's id of the payment. */
  pay(reference: string, amount: number, at: Date): string;
  endPayout(reference: string, how: 'paid' | 'returned'): void;
  /** What the provider's own people, or a fault of theirs, make of a payment. */
  change(paymentId: string, change: Change): void;
  /** Gives a part of a payment back, by the provider's own tools; answers the refund's id. */
  refund(paymentId: string, amount: number): string;
  /** Tells of a payment or a payout by webhook; `forged` as somebody else would, `lying` with other figures in the body. */
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
