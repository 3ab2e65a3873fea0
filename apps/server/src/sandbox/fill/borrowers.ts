import { randomUUID } from 'node:crypto';
import type { CallInput } from '@hiram/contract/call';
import type { Context } from '@hiram/contract/context';
import { asId, type OrderId, type ProductId } from '@hiram/contract/ids';
import { sandboxBorrower } from '@hiram/contract/sandbox';
import type { Brand } from '../../brands/brand.ts';
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

/** A loan as a share of the one that the product offers, the instalments that were paid of it, and how late the next one is. */
interface LoanOptions {
  readonly share?: number;
  readonly paid?: number;
  readonly daysLate?: number;
}

/** The borrowers of each state: sixty in all, most of them with a running loan. */
const population: readonly (readonly [options: BorrowerOptions, loans: readonly LoanOptions[]])[] = [
  [{ state: 'new' }, [{}, {}, {}]],
  [{ state: 'ready', options: { fullName: listedName } }, [{}]],
  [{ state: 'ready' }, [{}, {}, {}, {}]],
  [{ state: '21' }, [{ share: 0.5 }, {}, { share: 0.8 }]],
  [{ state: '21', options: { referred: true } }, [{ share: 0.5 }, { share: 0.8 }, {}, { share: 1.2 }]],
  [{ state: '110' }, [{}, { share: 0.5 }, { share: 0.7 }, { share: 1.2 }]],
  [{ state: '151' }, [{ share: 0.5 }, {}, { share: 0.8 }, { share: 0.4 }]],
  [{ state: '151', options: { needsAccount: true } }, [{}, { share: 0.5 }, { share: 0.6 }, { share: 0.8 }]],
  [
    { state: '151', options: { awaitsWithdrawal: false } },
    [{ share: 0.5 }, {}, { share: 0.7 }, { share: 0.4 }],
  ],
  [
    { state: '170' },
    [
      {},
      { share: 0.5, paid: 1 },
      { share: 0.8, paid: 2 },
      { share: 0.6, paid: 1 },
      { share: 0.5, paid: 2 },
      { share: 0.7, paid: 1 },
      { share: 1.2, paid: 2 },
      { share: 0.4 },
      { share: 1.1, paid: 3 },
    ],
  ],
  [{ state: '174' }, [{}, { share: 0.5, paid: 1 }, { share: 0.8, paid: 2 }, { share: 0.6 }]],
  [
    { state: '180' },
    [
      { share: 0.5, daysLate: 2 },
      { share: 0.8, paid: 1, daysLate: 9 },
      { daysLate: 18 },
      { share: 0.6, paid: 1, daysLate: 41 },
      { share: 0.7, daysLate: 5 },
      { share: 0.5, paid: 2, daysLate: 12 },
      { share: 0.4, daysLate: 97 },
      { paid: 2, daysLate: 3 },
      { share: 1.2, daysLate: 23 },
      { share: 0.5, paid: 1, daysLate: 33 },
      { share: 0.8, daysLate: 66 },
      { share: 0.6, paid: 2, daysLate: 2 },
    ],
  ],
  [{ state: '200', options: { asksForRating: false } }, [{}, { share: 0.5 }, { share: 0.8 }, { share: 0.4 }]],
];

/** The borrowers of a filling, by the state that they were made in. */
export type FilledBorrowers = ReadonlyMap<BorrowerOptions['state'], readonly FilledBorrower[]>;

/** Makes the whole population. */
export async function makeBorrowers(ask: Ask, brand: Brand): Promise<FilledBorrowers> {
  const borrowers = new Map<BorrowerOptions['state'], FilledBorrower[]>();
  let names = 0;
  for (const [options, loans] of population)
    for (const loan of loans) {
      const deviceId = randomUUID();
      const name = options.options?.fullName ?? nameOf(names);
      names += 1;
      const named = {
        ...options,
        options: { ...options.options, ...optionsOf(brand, loan), fullName: name },
      };
      const { sessionId, productId, orderId } = await ask(sandboxBorrower, named, { deviceId });
      const context = { sessionId, deviceId };
      const borrower = { context, productId, orderId: orderId ?? asId<'order'>(''), name };
      borrowers.set(options.state, [...(borrowers.get(options.state) ?? []), borrower]);
    }
  return borrowers;
}

/** The amount in the steps of the brand's product, and at least one instalment left to pay. */
function optionsOf(
  { products: [product] }: Brand,
  { share, paid, daysLate }: LoanOptions,
): Partial<NonNullable<BorrowerOptions['options']>> {
  if (!product) throw new Error('a brand has at least one product');
  const { amountOffered, amountStep, amountMin, amountMax } = product;
  const amount = Math.round((amountOffered * (share ?? 1)) / amountStep) * amountStep;
  return {
    ...(share === undefined ? {} : { amount: Math.min(Math.max(amount, amountMin), amountMax) }),
    ...(paid === undefined ? {} : { paidInstalments: paid }),
    ...(daysLate === undefined ? {} : { daysLate }),
  };
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
