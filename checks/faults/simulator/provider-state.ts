interface Code {
  readonly reference: string;
  readonly payCode: string;
  readonly amount: number;
}

/** Money that the provider received, and whether it is given back. */
export interface CapturedPayment {
  readonly paymentId: string;
  readonly reference: string;
  readonly amount: number;
  readonly paidOn: string;
  /** The day on which it bounces; undefined if it never does. */
  readonly reversedOn: string | undefined;
}

export interface AcceptedPayout {
  readonly id: string;
  readonly reference: string;
  readonly amount: number;
  readonly accountNumber: string;
  state: 'pending' | 'paid' | 'returned';
  /** The day on which it was paid or returned. */
  on?: string;
}

/** Everything that the provider was asked to do, and has received. */
export interface ProviderState {
  readonly codesByReference: Map<string, Code>;
  readonly codesByPayCode: Map<string, Code>;
  readonly payments: Map<string, CapturedPayment>;
  readonly payouts: Map<string, AcceptedPayout>;
  /** Our ids of the received text messages. */
  readonly texts: Set<string>;
  /** By telephone number, the newest one-time code that was sent to it. */
  readonly smsCodes: Map<string, string>;
  /** True if it answers statements and the state of a payment. Without them a payment is known by its webhooks alone. */
  readonly hasStatements: boolean;
}

export const createProviderState = (hasStatements: boolean): ProviderState => ({
  hasStatements,
  codesByReference: new Map(),
  codesByPayCode: new Map(),
  payments: new Map(),
  payouts: new Map(),
  texts: new Set(),
  smsCodes: new Map(),
});

/** The pay code of the first code; each further code has the next number. */
const firstPayCode = 100_000_000_001;

type Request = Readonly<Record<string, unknown>>;

function createCode(state: ProviderState, reference: string, request: Request): object {
  let code = state.codesByReference.get(reference);
  if (!code) {
    const payCode = String(firstPayCode + state.codesByReference.size);
    code = { reference, payCode, amount: Number(request.amount) };
    state.codesByReference.set(reference, code);
    state.codesByPayCode.set(payCode, code);
  }
  return { id: `code_${code.payCode}`, payCode: code.payCode, qr: `simulated:${code.payCode}` };
}

function createPayout(state: ProviderState, reference: string, request: Request): object {
  let payout = state.payouts.get(reference);
  if (!payout) {
    payout = {
      id: `payout_${reference}`,
      reference,
      amount: Number(request.amount),
      accountNumber: String(request.accountNumber),
      state: 'pending',
    };
    state.payouts.set(reference, payout);
  }
  return { id: payout.id };
}

/** The true state of a payout. */
function payoutState(payout: AcceptedPayout | undefined): object {
  if (!payout) return { state: 'unknown' };
  return payout.on === undefined ? { state: 'pending' } : { state: payout.state, on: payout.on };
}

function paymentState(payment: CapturedPayment | undefined): object {
  if (!payment) return { state: 'unknown' };
  const { reference, amount, paidOn, reversedOn } = payment;
  return reversedOn === undefined
    ? { state: 'paid', reference, amount, on: paidOn }
    : { state: 'reversed', reference, on: reversedOn };
}

/** The payments of a day, and the payouts that were decided on it. */
function statementOf(state: ProviderState, day: string): object {
  const payments = [...state.payments.values()].filter(({ paidOn }) => paidOn === day);
  const payouts = [...state.payouts.values()].filter(({ on }) => on === day);
  return {
    entries: [
      ...payments.map(({ paymentId, reference, amount, paidOn, reversedOn }) => ({
        kind: 'payment',
        paymentId,
        reference,
        amount,
        on: paidOn,
        state: reversedOn === undefined ? 'paid' : 'reversed',
      })),
      ...payouts.map(({ id, reference, amount, state: result, on }) => ({
        kind: 'payout',
        id,
        reference,
        amount,
        state: result,
        on,
      })),
    ],
  };
}

function sendText(state: ProviderState, reference: string, request: Request): object {
  state.texts.add(reference);
  const code = /\b\d{6}\b/.exec(String(request.text))?.[0];
  if (code) state.smsCodes.set(String(request.phone), code);
  return { id: reference };
}

/**
 * Does what a request asks for and returns the body of the answer; undefined for an unknown path. The reference is the
 * idempotency key: a repeated request has no second effect.
 */
export function handleRequest(state: ProviderState, path: string, request: Request): object | undefined {
  const reference = String(request.reference);
  if (path === '/codes') return createCode(state, reference, request);
  if (path === '/payouts') return createPayout(state, reference, request);
  if (path === '/payouts/standing') return payoutState(state.payouts.get(reference));
  if (path === '/texts') return sendText(state, reference, request);
  if (!state.hasStatements) return undefined;
  if (path === '/payments/standing') return paymentState(state.payments.get(String(request.paymentId)));
  if (path === '/statement') return statementOf(state, String(request.day));
  return undefined;
}
