import { type MarketName, markets } from './markets.ts';

/** The laws of these markets, and their limits for complaints, whose text no counsel has confirmed: one line each. */
export function unconfirmedLaws(names: readonly MarketName[]): readonly string[] {
  return names.flatMap((name) => {
    const { laws, complaints } = markets[name];
    return [
      ...laws.filter((law) => !law.isConfirmed).map((law) => `${name}: ${law.name} (from ${law.from})`),
      ...(complaints.isConfirmed ? [] : [`${name}: ${complaints.source}`]),
    ];
  });
}
