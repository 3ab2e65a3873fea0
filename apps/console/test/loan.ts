import type { showLoan } from '@hiram/contract/console/loan';
import type { StaffOutput } from '@hiram/contract/console/staff-call';
import { asId, type OrderId } from '@hiram/contract/ids';

type ShownLoan = StaffOutput<typeof showLoan>;

export const orderId: OrderId = asId<'order'>('01a1faab-728d-71e6-bd97-d0c87c1a2291');

const part = (name: 'principal' | 'interest' | 'late' | 'penalty', owed: number) => ({
  part: name,
  owed,
  lines: [],
});

/** A late loan of ₱10,000.00 as the server shows it: a late charge of ₱9.48, a penalty of ₱100.00, an open complaint. */
export function shownLoan(changes: Partial<ShownLoan> = {}): ShownLoan {
  return {
    order: {
      orderId,
      brand: 'ph',
      borrowerId: asId<'borrower'>('01a1faab-728d-71e6-bd97-0000000000b1'),
      name: 'Maria Santos',
      status: 'overdue',
      product: 'Baitang Loan',
      amount: 1_000_000,
      appliedAt: '2026-10-18T08:00:00.000Z',
      disbursedOn: '2026-10-18',
    },
    today: '2026-11-26',
    on: '2026-11-26',
    terms: {
      principal: 1_000_000,
      fee: 20_000,
      kind: 'perPeriod',
      termDays: 120,
      periods: 4,
      dailyPpm: 1_800,
      penalty: 10_000,
      extensions: 1,
      lateTiers: [],
      firstLoan: true,
    },
    position: {
      status: 'overdue',
      owed: 823_752,
      parts: [
        part('principal', 769_363),
        part('interest', 43_441),
        part('late', 948),
        part('penalty', 10_000),
      ],
      due: 285_585,
      dueDate: '2026-11-24',
      daysLate: 2,
      perDay: 474,
      credit: 0,
      extensionsUsed: 0,
      isWrittenOff: false,
    },
    waiting: [],
    requests: [],
    reviews: [],
    holds: [],
    deciders: [],
    planned: [],
    schedule: [],
    events: [],
    journals: [],
    differences: [],
    codes: [],
    payouts: [],
    agreements: [],
    complaints: [
      {
        complaintId: asId<'complaint'>('01a1faab-728d-71e6-bd97-0000000000c1'),
        reference: 'C-207',
        promisedBy: '2026-11-28',
      },
    ],
    credits: [],
    ...changes,
  };
}
