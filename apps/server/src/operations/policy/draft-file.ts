import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { type Policy, PolicyError } from '@hiram/decision';
import type { Brand } from '../../brands/brand.ts';
import { readPolicy } from '../../brands/validation/credit-policy.ts';
import type { AppContext } from '../../context/app-context.ts';
import { UsageError } from '../command.ts';

/** Bytes of a policy's file at most. */
const maxBytes = 1_000_000;

/** The served brand. Throws UsageError for another name. */
export function servedBrand({ brands }: Pick<AppContext, 'brands'>, id: string): Brand {
  const brand = brands.get(id);
  if (!brand) throw new UsageError(`--brand: ${id} is not one of ${[...brands.keys()].join(', ')}`);
  return brand;
}

/** A policy in a file, with its faults. Throws UsageError if there is no such file, or it is no JSON. */
export function draftIn(
  folder: string,
  path: string,
  brand: Brand,
): { readonly policy: Policy | undefined; readonly faults: readonly string[] } {
  const file = resolve(folder, path);
  let text: string;
  try {
    text = readFileSync(file, 'utf8');
  } catch {
    throw new UsageError(`${path} cannot be read`);
  }
  if (text.length > maxBytes) throw new UsageError(`${path} is larger than ${maxBytes} bytes`);
  let json: unknown;
  try {
    json = JSON.parse(text);
  } catch {
    throw new UsageError(`${path} is not JSON`);
  }
  try {
    return { policy: readPolicy(json, brand.id, brand), faults: [] };
  } catch (error) {
    if (!(error instanceof PolicyError)) throw error;
    return { policy: undefined, faults: error.faults.map(({ path: place, fault }) => `${place}: ${fault}`) };
  }
}
