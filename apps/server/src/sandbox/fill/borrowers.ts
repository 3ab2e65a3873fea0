import { randomUUID } from 'node:crypto';
import type { CallInput } from '@hiram/contract/call';
import type { Context } from '@hiram/contract/context';
import { asId, type OrderId, type ProductId } from '@hiram/contract/ids';
import { sandboxBorrower } from '@hiram/contract/sandbox';
import { listedName } from '../provider/fake-checks.ts';
import type { Ask } from './calls.ts';

/** A demo borrower as their app knows itself. */
export interface FilledBorrower {
  readonly context: Context;
  readonly productId: ProductId;
  readonly orderId: OrderId;
  readonly name: string;
}

type BorrowerOptions = CallInput<typeof sandboxBorrower>;

/** Their names, in turn: given names and surnames go round in different rhythms, so that none repeats soon. */
const givenNames = [
  'Alma',
  'Noel',
  'Irene',
  'Victor',
  'Rosa',
  'Mila',
  'Felix',
  'Josefina',
  'Ronaldo',
  'Cristina',
  'Perla',
];
const surnames = [
  'Soriano',
  'Castro',
  'Tolentino',
  'Nunez',
  'Lacson',
  'Ignacio',
  'Andrada',
  'Ramos',
  'Mercado',
  'Valdez',
];
const nameOf = (index: number) =>
  `${givenNames[index % givenNames.length]} ${surnames[index % surnames.length]}`;

/** The number of borrowers of each state: sixty in all, most of them with a running loan. */
const population: readonly (readonly [count: number, options: BorrowerOptions])[] = [
  [5, { state: 'new' }],
  [1, { state: 'ready', options: { fullName: listedName } }],
  [5, { state: 'ready' }],
  [4, { state: '21' }],
  [4, { state: '21', options: { referred: true } }],
  [5, { state: '110' }],
  [4, { state: '151' }],
  [4, { state: '151', options: { needsAccount: true } }],
  [4, { state: '151', options: { awaitsWithdrawal: false } }],
  [9, { state: '170' }],
  [4, { state: '174' }],
  [7, { state: '180' }],
  [4, { state: '200', options: { asksForRating: false } }],
];

/** The borrowers of a filling, by the state that they were made in. */
export type FilledBorrowers = ReadonlyMap<BorrowerOptions['state'], readonly FilledBorrower[]>;

/** Makes the whole population. */
export async function makeBorrowers(ask: Ask): Promise<FilledBorrowers> {
  const borrowers = new Map<BorrowerOptions['state'], FilledBorrower[]>();
  let names = 0;
  for (const [count, options] of population)
    for (let index = 0; index < count; index += 1) {
      const deviceId = randomUUID();
      const name = options.options?.fullName ?? nameOf(names);
      names += 1;
      const named = { ...options, options: { ...options.options, fullName: name } };
      const { sessionId, productId, orderId } = await ask(sandboxBorrower, named, { deviceId });
      const context = { sessionId, deviceId };
      const borrower = { context, productId, orderId: orderId ?? asId<'order'>(''), name };
      borrowers.set(options.state, [...(borrowers.get(options.state) ?? []), borrower]);
    }
  return borrowers;
}

/** `count` borrowers of a state, from the `from`th on. */
export function some(
  borrowers: FilledBorrowers,
  state: BorrowerOptions['state'],
  from: number,
  count: number,
): readonly FilledBorrower[] {
  return (borrowers.get(state) ?? []).slice(from, from + count);
}
