import type { exchangeRate } from '@hiram/contract/calculator';
import { calculatorLimits } from '@hiram/contract/calculator';
import { daysBetween } from '@hiram/loan';
import type { Handler } from '../../api/serve.ts';
import { reject } from '../../platform/errors/rejection.ts';
import { convert, currencyName, exchangeRatesIn, rateOf, shownRate } from './exchange.ts';

/** Converts an amount between two currencies. */
export const convertCurrency: Handler<typeof exchangeRate> = async (
  { from = 'USD', to = 'PHP', amount = 10_000 },
  requestContext,
) => {
  const { brand } = requestContext;
  const rates = exchangeRatesIn(requestContext.appContext.config.brandsDir);
  const [source, target] = [rateOf(from, rates), rateOf(to, rates)];
  if (!source) return reject('unknownCurrency', { field: 'from' });
  if (!target) return reject('unknownCurrency', { field: 'to' });
  if (amount > calculatorLimits.amountMax) return reject('amountRange', { field: 'amount' });
  const today = await requestContext.today();
  return {
    from,
    to,
    amount,
    converted: convert(amount, source, target),
    ...shownRate(source, target),
    currencies: rates.rates.map((rate) => ({
      currency: rate.currency,
      name: currencyName(rate, brand.language),
      decimals: rate.decimals,
    })),
    asOf: rates.asOf,
    origin: rates.origin[brand.language],
    ageDays: Math.max(0, daysBetween(rates.asOf, today)),
  };
};
