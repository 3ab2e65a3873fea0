import { performance } from 'node:perf_hooks';
import type { Call, WireOutput } from '@hiram/contract/call';
import type { Envelope } from '@hiram/contract/envelope';
import type { Product } from '../product.ts';
import { quantile } from '../spread.ts';
import { type Before, type Measured, measuredCalls } from './calls.ts';
import { type BenchBorrower, benchBorrower, copiesOf, type Kind } from './people.ts';

/** A lender's book: a server with its own database, and who is in it. */
export interface Book {
  readonly product: Product;
  readonly kinds: readonly Kind[];
  readonly orders: number;
  /** How many of each kind did already what can be done once, by action. */
  readonly spent: Map<string, number>;
  /** With whom they begin: in a book that an earlier run used, the first ones have done it. */
  readonly begin: number;
}

export interface Figures {
  readonly p50: number;
  readonly p99: number;
}

/** What one round took: of each book every answer's time, in milliseconds. */
export interface Round {
  readonly small: readonly number[];
  readonly large: readonly number[];
  /** How many of the answers, of both books, were rejections. */
  readonly refused: number;
}

export const figures = (times: readonly number[]): Figures => ({
  p50: quantile(times, 0.5),
  p99: quantile(times, 0.99),
});

/** The people who can do something only once. */
const spending = new Set<string>(measuredCalls.flatMap(({ of, once }) => (once ? of : [])));
const atOnce = 2;
/** The books take turns, so many calls of each lane: whatever else the machine does falls on both. */
const callsOfTurn = 2;
const warming = 10;

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
  // A rejection is an answer: the book holds people in every state. A fault is none.
  if (response.status >= 400) throw new Error(`${call.name} answered ${response.status}: ${text}`);
  return JSON.parse(text);
}

/** Somebody without a session, on a phone that nobody knows. */
function visitor(borrower: BenchBorrower): BenchBorrower {
  visitors += 1;
  return { ...borrower, context: { deviceId: `visitor-${process.pid}-${visitors}` } };
}
let visitors = 0;

/** Somebody of a book: whoever does what can be done once comes next, all others from anywhere. */
function pick(book: Book, { of, once }: Measured, at: number): BenchBorrower {
  const name = of[at % of.length];
  const kind = book.kinds.find(({ template }) => template.name === name);
  if (!kind) throw new Error(`nobody is ${name}`);
  const copies = copiesOf(kind, book.orders);
  if (!spending.has(kind.template.name)) return benchBorrower(kind, Math.floor(Math.random() * copies));
  // Every fifth person never does what can be done once, so that those who only look find somebody who still may.
  const fifths = Math.floor(copies / 5);
  if (!once) return benchBorrower(kind, 5 * Math.floor(Math.random() * fifths));
  const spent = book.spent.get(name ?? '') ?? 0;
  if (spent >= 4 * fifths) throw new Error(`everyone who is ${name} did it already`);
  book.spent.set(name ?? '', spent + 1);
  // From all over the book, and nobody twice: a step that shares no factor with the number of people.
  const place = ((book.begin + spent) * 7_919) % (4 * fifths);
  return benchBorrower(kind, 5 * Math.floor(place / 4) + 1 + (place % 4));
}

/** Who calls and with what: in a book that an earlier run used, somebody may have done already what is to be done. */
async function findEligible(
  book: Book,
  measured: Measured,
  at: number,
): Promise<{ who: BenchBorrower; input: object }> {
  for (let tries = 1; ; tries += 1) {
    const picked = pick(book, measured, at);
    const borrower = measured.visitor ? visitor(picked) : picked;
    const before: Before = async (call, input) => {
      const answer = await request(book, borrower, call, Object(input));
      if (!answer.success) throw new NotPossible(`${call.name}: ${answer.code} ${answer.message}`);
      return answer.data;
    };
    try {
      return { who: borrower, input: await measured.input(borrower, before) };
    } catch (error) {
      if (!(error instanceof NotPossible) || tries > 20) throw error;
      // An earlier run went along here: on to another part of the book.
      for (const name of measured.of) book.spent.set(name, (book.spent.get(name) ?? 0) + 1_009);
    }
  }
}

class NotPossible extends Error {}

/** One call for `samples` people of each book, the books in turns. Times in milliseconds. */
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
        const { who: borrower, input } = await findEligible(book, measured, at);
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
  for (const book of [small, large]) await take(book, 0, warming, false);
  for (let done = 0; done < samples; done += turn) {
    // Whoever comes second may find the processor warm: they take turns in that too.
    const pair = (done / turn) % 2 ? [small, large] : [large, small];
    for (const book of pair) await take(book, done, Math.min(turn, samples - done), true);
  }
  return { small: times.get(small) ?? [], large: times.get(large) ?? [], refused };
}
