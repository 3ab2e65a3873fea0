import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { TooMany } from '../../errors/rejection.ts';
import { networkOf } from '../network.ts';
import { requestPriority } from './request-priority.ts';

/**
 * Calls of one caller that run at once, and those that wait for their turn. The limits keep one caller from taking all
 * database connections of a server. A page sends a handful of calls; many phones share an address.
 */
const maxOf = {
  account: { concurrent: 3, waiting: 100 },
  address: { concurrent: 12, waiting: 600 },
} as const;
const retryAfterSeconds = 1;

/** Limits concurrent work by key. */
export interface KeyedSlots {
  /** Waits for a turn and returns the function that ends it. Throws TooMany if too many callers wait already. */
  acquire(key: string): Promise<() => void>;
  /** True if the next call of this key need not wait. */
  isFree(key: string): boolean;
}

export function keyedSlots(max: { readonly concurrent: number; readonly waiting: number }): KeyedSlots {
  const callers = new Map<string, { working: number; waiting: (() => void)[] }>();

  function release(key: string): void {
    const caller = callers.get(key);
    if (!caller) return;
    const next = caller.waiting.shift();
    // The turn passes to the next in line, so that later callers do not overtake it.
    if (next) {
      next();
      return;
    }
    caller.working -= 1;
    if (caller.working === 0) callers.delete(key);
  }

  return {
    isFree: (key) => (callers.get(key)?.working ?? 0) < max.concurrent,
    async acquire(key) {
      const caller = callers.get(key) ?? { working: 0, waiting: [] };
      callers.set(key, caller);
      if (caller.working >= max.concurrent) {
        if (caller.waiting.length >= max.waiting) throw new TooMany(retryAfterSeconds);
        await new Promise<void>((start) => caller.waiting.push(start));
      } else caller.working += 1;
      let isReleased = false;
      return () => {
        if (!isReleased) release(key);
        isReleased = true;
      };
    },
  };
}

/** One call's turns: of its address, and of its account once that is known. */
export interface QueuedRequest {
  /** Waits for a turn of this account too. */
  ofAccount(id: string): Promise<void>;
  /** Gives up the turns while `wait` runs, so that others can use them, and takes them again afterwards. */
  without<Result>(wait: () => Promise<Result>): Promise<Result>;
  end(): void;
}

export interface RequestQueue {
  /** Waits for a turn of the address. Throws TooMany. */
  start(address: string): Promise<QueuedRequest>;
}

/** A call that had to wait for its turn also lets the calls of other addresses go first, for a moment. */
export function requestQueue(order = requestPriority()): RequestQueue {
  const addresses = keyedSlots(maxOf.address);
  const accounts = keyedSlots(maxOf.account);
  return {
    async start(address) {
      let account: string | undefined;
      const releases: (() => void)[] = [];
      const end = () => {
        for (const release of releases.splice(0).reverse()) release();
      };
      const begin = async (mayBegin: boolean) => {
        const isQueued =
          !mayBegin || (account !== undefined && !accounts.isFree(account)) || !addresses.isFree(address);
        if (account !== undefined) releases.push(await accounts.acquire(account));
        releases.push(await addresses.acquire(address));
        if (isQueued) await order.letPass(address);
        else releases.push(order.begin(address));
      };
      await begin(order.arrive(address));
      return {
        async ofAccount(id) {
          account = id;
          // A call that waits for its account must not block others of the same address.
          end();
          await begin(true);
        },
        async without(wait) {
          end();
          const result = await wait();
          await begin(true);
          return result;
        },
        end,
      };
    },
  };
}

/** Applies the address limit to routes outside the contract: pictures, contracts, images of codes. */
export function queueRequests(scope: FastifyInstance, callers: RequestQueue): void {
  scope.addHook('preHandler', async (request, reply) => {
    const turn = await callers.start(networkOf(request.ip));
    reply.raw.once('close', () => turn.end());
    if (reply.raw.destroyed) turn.end();
  });
}

/**
 * Hooks that apply the address limit to pages and their files until the answer is ready. Sending it takes no turn: a slow phone
 * must not block others of its address.
 */
export function queuePages(callers: RequestQueue) {
  const started = new WeakMap<FastifyRequest, QueuedRequest>();
  return {
    async onRequest(request: FastifyRequest, reply: FastifyReply): Promise<void> {
      const turn = await callers.start(networkOf(request.ip));
      started.set(request, turn);
      reply.raw.once('close', () => turn.end());
      if (reply.raw.destroyed) turn.end();
    },
    async onSend(request: FastifyRequest): Promise<void> {
      started.get(request)?.end();
    },
  };
}
