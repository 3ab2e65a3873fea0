import type { FastifyBaseLogger } from 'fastify';
import { type Brand, type Channel, loadBrand } from '../brands/brand.ts';
import { markets } from '../brands/markets/markets.ts';
import { refuseDemo } from '../brands/validation/demo-brand.ts';
import type { Config } from '../context/config.ts';
import { exchangeRatesIn } from '../features/calculator/exchange.ts';
import { ConfigError } from '../platform/errors/config-error.ts';
import { gatewayName, providers } from '../providers/providers.ts';

/** Loads the configured brands. Throws ConfigError or BrandError. */
export function loadBrands(config: Config, log: FastifyBaseLogger): ReadonlyMap<string, Brand> {
  const brands = new Map<string, Brand>();
  exchangeRatesIn(config.brandsDir);
  for (const id of config.brands) {
    const brand = loadBrand(config.brandsDir, id);
    if (!config.sandbox && brand.market === 'spec')
      throw new ConfigError(
        `the brand ${id} is of market spec, whose terms break Philippine ceilings: it runs in the sandbox only`,
      );
    if (!config.sandbox) refuseDemo(id, brand);
    for (const warning of brand.warnings) log.warn({ brand: id }, warning);
    brands.set(id, brand);
  }
  return brands;
}

/**
 * The configured brands without the channels that the chosen provider does not support, with one warning each.
 * Throws ConfigError if a brand has none left.
 */
export function servedBrands(
  config: Config,
  log: FastifyBaseLogger,
  brands = loadBrands(config, log),
): ReadonlyMap<string, Brand> {
  const { payment, payout } = config.providers;
  const chosen = providers.filter(({ name }) => name === payment || name === payout);
  if (chosen.length === 0) return brands;
  const served = new Map<string, Brand>();
  for (const [id, brand] of brands) {
    const { country, currency } = markets[brand.market];
    for (const { name, countries, currencies } of chosen)
      if (!countries.includes(country) || !currencies.includes(currency))
        throw new ConfigError(
          `${name} serves only brands of ${countries.join(', ')} in ${currencies.join(', ')}, but BRAND contains ${id}`,
        );
    const isServed = ({ via }: Channel) => payment === gatewayName || via?.[payment] !== undefined;
    for (const channel of brand.channels)
      if (!isServed(channel)) log.warn({ brand: id, channel: channel.name }, `not served by ${payment}`);
    if (!brand.channels.some(isServed))
      throw new ConfigError(`${payment} supports no channel of the brand ${id}: add it to its channels' via`);
    const withServedChannels = (variant: Brand): Brand => ({
      ...variant,
      channels: variant.channels.filter(isServed),
    });
    const localized = new Map(
      [...brand.localized].map(([language, variant]) => [language, withServedChannels(variant)]),
    );
    served.set(id, { ...withServedChannels(brand), localized });
  }
  return served;
}
