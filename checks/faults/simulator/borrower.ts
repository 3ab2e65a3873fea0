import type { Context } from '@hiram/contract/context';
import { sandboxBorrower } from '@hiram/contract/sandbox';
import type { LocalDate } from '@hiram/loan';
import type { Ask } from './client.ts';
import type { Provider } from './provider.ts';
import { type Random, random } from './random.ts';

/** A simulated borrower, with the orders and complaints that a server acknowledged. */
export interface Borrower {
  readonly index: number;
  readonly context: Context;
  readonly phone: string;
  readonly productId: string;
  readonly chance: Random;
  readonly orders: string[];
  readonly complaints: string[];
  /** A payment code that the borrower may pay on a later day. */
  waiting: { payCode: string; amount: number; from: LocalDate } | undefined;
  /** The number of times of each action, by its name. */
  readonly done: Map<string, number>;
}

/** The state on which the borrowers act. */
export interface World {
  readonly ask: Ask;
  readonly provider: Provider;
  readonly today: LocalDate;
}

const kinds = ['perPeriod', 'single'] as const;

/** Reports whether the provider returns payouts to this account. The borrower then binds another one. */
export const isUnknownAccount = (accountNumber: string) => accountNumber.endsWith('00');

export async function makeBorrower(ask: Ask, seed: string, index: number, brand: string): Promise<Borrower> {
  const chance = random(`${seed} borrower ${index}`);
  const context = { deviceId: `phone-${index}`, appName: brand };
  const state = chance.happens(0.1) ? '110' : 'ready';
  const { data } = await ask(sandboxBorrower, { state, kind: chance.pick(kinds) }, context);
  return {
    index,
    context: { ...context, sessionId: data.sessionId },
    phone: data.phone,
    productId: data.productId,
    chance,
    orders: data.orderId ? [data.orderId] : [],
    complaints: [],
    waiting: undefined,
    done: new Map(),
  };
}

export function count(borrower: Borrower, what: string): void {
  borrower.done.set(what, (borrower.done.get(what) ?? 0) + 1);
}

/** A new idempotency key. */
export const newKey = (borrower: Borrower) =>
  `${borrower.index}-${borrower.chance.between(0, 2 ** 31)}-${borrower.chance.between(0, 2 ** 31)}`;
