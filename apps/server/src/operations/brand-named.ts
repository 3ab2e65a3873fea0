import type { Brand } from '../brands/brand.ts';
import type { AppContext } from '../context/app-context.ts';
import { UsageError } from './command.ts';

/** The served brand of this name. Throws UsageError. */
export function brandNamed({ brands }: Pick<AppContext, 'brands'>, id: string): Brand {
  const brand = brands.get(id);
  if (!brand) throw new UsageError(`--brand: there is no brand ${id}, but ${[...brands.keys()].join(', ')}`);
  return brand;
}
