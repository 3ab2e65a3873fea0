import type { ShippedRole } from '@hiram/contract/console/rights';
import { signInDemo } from '@hiram/contract/console/session';
import {
  consolePrefix,
  idleHeader,
  type StaffCall,
  type StaffInput,
  type StaffOutput,
} from '@hiram/contract/console/staff-call';
import type { StaffEnvelope } from '@hiram/contract/console/staff-envelope';
import type { Product } from '../product.ts';

/** A demo member of staff in a browser of their own. */
export interface StaffSession {
  /** Sends a call. Throws if the console does not accept it. */
  send<C extends StaffCall>(call: C, input: StaffInput<C>): Promise<StaffOutput<C>>;
}

/** The sandbox serves the console on the next port, and browsers know it as `localhost`. */
const consolePort = ({ origin }: Product) => Number(new URL(origin).port) + 1;

/**
 * Signs a demo member of staff in, whose calls concern `brand`. `network` is the begin of their browser's address, `10.200.1`:
 * each call comes from another one, because the console limits the calls of an address.
 */
export async function signIn(
  product: Product,
  role: ShippedRole,
  brand: string,
  network: string,
): Promise<StaffSession> {
  const port = consolePort(product);
  let cookie = '';
  let sent = 0;
  const session: StaffSession = {
    async send(call, input) {
      sent += 1;
      const response = await fetch(`http://127.0.0.1:${port}${consolePrefix}${call.path}?brand=${brand}`, {
        method: 'POST',
        headers: {
          'content-type': 'application/json',
          origin: `http://localhost:${port}`,
          'sec-fetch-site': 'same-origin',
          [idleHeader]: '0',
          'x-forwarded-for': `${network}.${sent % 250}`,
          cookie,
        },
        body: JSON.stringify(input),
      });
      const [set] = response.headers.getSetCookie();
      if (set) cookie = set.split(';')[0] ?? '';
      const text = await response.text();
      const envelope: StaffEnvelope<never> = JSON.parse(text);
      if (!envelope.success) throw new Error(`${call.name} answered ${response.status}: ${text}`);
      return envelope.data;
    },
  };
  await session.send(signInDemo, { role });
  return session;
}
