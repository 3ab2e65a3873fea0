import { parseCents, type TypedMoneyProblem } from '@hiram/loan/parse';
import { useLingui } from '@lingui/react/macro';
import { market } from '../../app/settings/market.ts';
import { marketMoneyFormat, moneyText } from '../../app/settings/money.ts';

/** A typed amount in cents, or a message about what is wrong with it. */
export type TypedAmount = { readonly cents: number } | { readonly problem: string };

/**
 * Parses typed money in the market's format with the product's shared parser. `unit` is the smallest payable amount in
 * cents.
 */
export function useTypedMoney(unit: number = market.moneyUnit): (typed: string) => TypedAmount {
  const { t } = useLingui();
  const example = moneyText(150_050 - (150_050 % unit));
  const problems: Readonly<Record<TypedMoneyProblem, string>> = {
    empty: t`Type the amount.`,
    notNumber: t`This is not an amount. Type it like ${example}.`,
    ambiguous: t`We cannot tell which amount you mean. Type it like ${example}.`,
    tooFine: t`Type at most two digits for the cents, like ${example}.`,
    notWhole: t`Type a whole amount, like ${example}.`,
    tooLarge: t`This amount is too large.`,
  };
  return (typed) => {
    const read = parseCents(typed, marketMoneyFormat, unit);
    return read.ok ? { cents: read.cents } : { problem: problems[read.reason] };
  };
}
