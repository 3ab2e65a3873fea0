import type { OrderId } from '@hiram/contract/ids';

/** A payment code's page, while the code can be paid. */
interface KeptCode {
  readonly address: string;
  /** ISO 8601. */
  readonly until: string;
}

const keyOf = (orderId: OrderId) => `hiram.code.${orderId}`;

/** Keeps the way to a loan's open code for as long as the web view lives; without one it forgets the former. */
export function keepCode(orderId: OrderId, code: KeptCode | undefined): void {
  try {
    if (code) sessionStorage.setItem(keyOf(orderId), JSON.stringify(code));
    else sessionStorage.removeItem(keyOf(orderId));
  } catch {
    // Without storage a page that fails offers no way to the code.
  }
}

/** The address of a loan's code that can still be paid. */
export function keptCode(orderId: OrderId, now = Date.now()): string | undefined {
  try {
    const kept: Partial<KeptCode> | null = JSON.parse(sessionStorage.getItem(keyOf(orderId)) ?? 'null');
    return kept?.address && Date.parse(kept.until ?? '') > now ? kept.address : undefined;
  } catch {
    return undefined;
  }
}
