import { performance } from 'node:perf_hooks';
import type { Call, WireOutput } from '@hiram/contract/call';
import type { Envelope } from '@hiram/contract/envelope';
import type { Product } from '../product.ts';
import { quantile } from '../spread.ts';
import { type Before, type Measured, measuredCalls } from './calls.ts';
import { type BenchBorrower, benchBorrower, copiesOf, type Kind } from './people.ts';

/** A lender's book: a server with its own database, and the kinds of borrowers in it. */
export interface Book {
  readonly product: Product;
  readonly kinds: readonly Kind[];
  readonly orders: number;
  /** By kind, the number of borrowers who have already done what is possible only once. */
  readonly spent: Map<string, number>;
  /** The first borrower to use. In the book of an earlier run, the first ones are used up. */
  readonly begin: number;
}

export interface Figures {
  readonly p50: number;
  readonly p99: number;
}

/** One round: the milliseconds of every answer, by book. */
export interface Round {
  readonly small: readonly number[];
  readonly large: readonly number[];
  /** The number of rejections of both books. */
  readonly refused: number;
}

export const figures = (times: readonly number[]): Figures => ({
  p50: quantile(times, 0.5),
  p99: quantile(times, 0.99),
});

/** The kinds of borrowers who send a call that is possible only once. */
const usedOnce = new Set<string>(measuredCalls.flatMap(({ of, once }) => (once ? of : [])));
const atOnce = 2;
/** The calls of each lane before the other book's turn. Short turns spread other load of the machine over both books. */
const callsOfTurn = 2;
const warmUpCalls = 10;

async function request<C extends Call>(
  { product }: Book,
  borrower: BenchBorrower,
  call: C,
  input: object,
): Promise<Envelope<WireOutput<C>>> {
  const query = new URLSearchParams(borrower.context);
  if (call.method === 'GET')
    for (const [name, value] of Object.entries(input)) query.set(name, String(value));
  const response = await fetch(`${product.origin}/api${call.path}?${query}`, {
    method: call.method,
    headers: { 'content-type': 'application/json', 'x-forwarded-for': borrower.phoneAddress },
    ...(call.method === 'GET' ? {} : { body: JSON.stringify(input) }),
  });
  const text = await response.text();
  // A rejection is a valid answer, because the book has borrowers in every state. A fault is not.
  if (response.status >= 400) throw new Error(`${call.name} answered ${response.status}: ${text}`);
  return JSON.parse(text);
}

/** A caller without a session on a new device. */
function visitor(borrower: BenchBorrower): BenchBorrower {
  visitors += 1;
  return { ...borrower, context: { deviceId: `visitor-${process.pid}-${visitors}` } };
}
let visitors = 0;

/** Picks a borrower of a book: the next unused one for a call that is possible once, else a random one. */
function pick(book: Book, { of, once }: Measured, at: number): BenchBorrower {
  const name = of[at % of.length];
  const kind = book.kinds.find(({ template }) => template.name === name);
  if (!kind) throw new Error(`the book has no borrower of the kind ${name}`);
  const copies = copiesOf(kind, book.orders);
  if (!usedOnce.has(kind.template.name)) return benchBorrower(kind, Math.floor(Math.random() * copies));
  // Every fifth borrower is kept unused for the calls that only read.
  const fifths = Math.floor(copies / 5);
  if (!once) return benchBorrower(kind, 5 * Math.floor(Math.random() * fifths));
  const spent = book.spent.get(name ?? '') ?? 0;
  if (spent >= 4 * fifths) throw new Error(`all borrowers of the kind ${name} are used up`);
  book.spent.set(name ?? '', spent + 1);
  // A step without a common factor with the number of borrowers visits all of them, spread over the book, each once.
  const place = ((book.begin + spent) * 7_919) % (4 * fifths);
  return benchBorrower(kind, 5 * Math.floor(place / 4) + 1 + (place % 4));
}

/** Finds a borrower who can send the call, and its input. In the book of an earlier run, some borrowers cannot. */
async function findEligible(
  book: Book,
  measured: Measured,
  at: number,
): Promise<{ borrower: BenchBorrower; input: object }> {
  for (let tries = 1; ; tries += 1) {
    const picked = pick(book, measured, at);
    const borrower = measured.visitor ? visitor(picked) : picked;
    const before: Before = async (call, input) => {
      const answer = await request(book, borrower, call, input as object);
      if (!answer.success) throw new NotPossible(`${call.name}: ${answer.code} ${answer.message}`);
      return answer.data;
    };
    try {
      return { borrower, input: await measured.input(borrower, before) };
    } catch (error) {
      if (!(error instanceof NotPossible) || tries > 20) throw error;
      // An earlier run used this part of the book: continue with another one.
      for (const name of measured.of) book.spent.set(name, (book.spent.get(name) ?? 0) + 1_009);
    }
  }
}

class NotPossible extends Error {}

/** Measures one call with `samples` borrowers of each book, the books in turns. Times in milliseconds. */
export async function measure(small: Book, large: Book, measured: Measured, samples: number): Promise<Round> {
  const times = new Map<Book, number[]>([
    [small, []],
    [large, []],
  ]);
  let refused = 0;
  const { lanes = atOnce } = measured;
  const turn = lanes * callsOfTurn;
  const take = async (book: Book, from: number, count: number, kept: boolean) => {
    let at = from;
    const item = async () => {
      while (at < from + count) {
        at += 1;
        const { borrower, input } = await findEligible(book, measured, at);
        const started = performance.now();
        const answer = await request(book, borrower, measured.call, input);
        const { success } = answer;
        if (!kept) continue;
        times.get(book)?.push(performance.now() - started);
        if (!success) refused += 1;
      }
    };
    await Promise.all(Array.from({ length: lanes }, item));
  };
  for (const book of [small, large]) await take(book, 0, warmUpCalls, false);
  for (let done = 0; done < samples; done += turn) {
    // The second book may find warmer processor caches, so the order alternates.
    const pair = (done / turn) % 2 ? [small, large] : [large, small];
    for (const book of pair) await take(book, done, Math.min(turn, samples - done), true);
  }
  return { small: times.get(small) ?? [], large: times.get(large) ?? [], refused };
}
