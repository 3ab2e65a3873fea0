import type { FastifyInstance } from 'fastify';
import { TooMany } from '../errors/rejection.ts';
import { networkOf } from './network.ts';

/**
 * How many calls of one caller are worked on at once, and how many more wait for their turn: so nobody takes all of a
 * server's connections to the database, however many calls they send. A page sends a handful; many phones share an address.
 */
const maxOf = {
  account: { atOnce: 3, waiting: 100 },
  address: { atOnce: 12, waiting: 600 },
} as const;
const againSeconds = 1;

/** Turns of many callers, each by its key. */
export interface Turns {
  /** Waits for a turn; whoever got it calls what is given back, once. Throws TooMany where too many wait already. */
  take(key: string): Promise<() => void>;
}

export function turns(max: { readonly atOnce: number; readonly waiting: number }): Turns {
  const callers = new Map<string, { working: number; waiting: (() => void)[] }>();

  function leave(key: string): void {
    const caller = callers.get(key);
    if (!caller) return;
    const next = caller.waiting.shift();
    // A turn is handed on: whoever waits is not overtaken by who comes later.
    if (next) {
      next();
      return;
    }
    caller.working -= 1;
    if (caller.working === 0) callers.delete(key);
  }

  return {
    async take(key) {
      const caller = callers.get(key) ?? { working: 0, waiting: [] };
      callers.set(key, caller);
      if (caller.working >= max.atOnce) {
        if (caller.waiting.length >= max.waiting) throw new TooMany(againSeconds);
        await new Promise<void>((turn) => caller.waiting.push(turn));
      } else caller.working += 1;
      let isOver = false;
      return () => {
        if (!isOver) leave(key);
        isOver = true;
      };
    },
  };
}

/** One call's turns: of its address, and of its account once that is known. */
export interface CallTurn {
  /** Waits for the turn of this account too. */
  ofAccount(id: string): Promise<void>;
  /** While something is waited for that costs nothing: others have the turn meanwhile. */
  without<Result>(wait: () => Promise<Result>): Promise<Result>;
  end(): void;
}

export interface CallTurns {
  /** Waits for a turn of the address. Throws TooMany. */
  of(address: string): Promise<CallTurn>;
}

export function callTurns(): CallTurns {
  const addresses = turns(maxOf.address);
  const accounts = turns(maxOf.account);
  return {
    async of(address) {
      let account: string | undefined;
      const leaves = [await addresses.take(address)];
      const end = () => {
        for (const leave of leaves.splice(0).reverse()) leave();
      };
      return {
        async ofAccount(id) {
          account = id;
          // Whoever waits for the account holds up nobody else of the address.
          end();
          leaves.push(await accounts.take(id));
          leaves.push(await addresses.take(address));
        },
        async without(wait) {
          end();
          const result = await wait();
          if (account !== undefined) leaves.push(await accounts.take(account));
          leaves.push(await addresses.take(address));
          return result;
        },
        end,
      };
    },
  };
}

/** The same for routes that are no calls of the contract: pictures, contracts, images of codes. */
export function limitTurns(scope: FastifyInstance, callers: CallTurns): void {
  scope.addHook('preHandler', async (request, reply) => {
    const turn = await callers.of(networkOf(request.ip));
    reply.raw.once('close', () => turn.end());
    if (reply.raw.destroyed) turn.end();
  });
}
