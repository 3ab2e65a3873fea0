/** What waits for a person of the lender's staff. */
export const taskKinds = [
  'complaint',
  'transfer',
  'heldPayment',
  'unknownPayment',
  'contradictedPayout',
  'refund',
  'application',
  'payout',
  'heldPayout',
  'statement',
  'erasure',
  'approval',
  'lateLoan',
] as const;
export type TaskKind = (typeof taskKinds)[number];
