import { type MarketName, markets } from './markets.ts';
import { taxes } from './taxes.ts';

/** The laws and taxes of these markets, and their limits for complaints, whose text no counsel has confirmed: one line each. */
export function unconfirmedLaws(names: readonly MarketName[]): readonly string[] {
  return names.flatMap((name) => {
    const { laws, complaints, country } = markets[name];
    return [
      ...laws.filter((law) => !law.isConfirmed).map((law) => `${name}: ${law.name} (from ${law.from})`),
      ...taxes
        .filter((tax) => tax.country === country && !tax.isConfirmed)
        .map((tax) => `${name}: ${tax.name} (from ${tax.from})`),
      ...(complaints.isConfirmed ? [] : [`${name}: ${complaints.source}`]),
    ];
  });
}
