import { money } from '../../app/settings/money.ts';

/** Amounts as a sum, equal ones in a row counted: `5 × ₹3,619 + ₹3,620`. Cents. */
export function sumText(amounts: readonly number[]): string {
  const groups: { amount: number; count: number }[] = [];
  for (const amount of amounts) {
    const last = groups[groups.length - 1];
    if (last?.amount === amount) last.count += 1;
    else groups.push({ amount, count: 1 });
  }
  return groups
    .map(({ amount, count }) => (count > 1 ? `${count} × ${money(amount)}` : money(amount)))
    .join(' + ');
}
