import type { Context } from '@hiram/contract/context';
import { contextNames } from '@hiram/contract/context';
import type { Brand } from '../../brands/brand.ts';

/** The partner that a web link leads to, or undefined: not https (http only to this machine, in the sandbox), or a host the brand does not list. */
function partnerOf(
  brand: Pick<Brand, 'partners'>,
  url: URL,
  sandbox: boolean,
): Brand['partners'][number] | undefined {
  if (url.username !== '' || url.password !== '') return undefined;
  if (url.protocol !== 'https:' && !(sandbox && url.protocol === 'http:')) return undefined;
  return brand.partners.find((partner) => partner.host === url.host.toLowerCase());
}

/**
 * A link as the borrower may be sent along it: ours or a listed partner's, with the common query string; without the
 * session where the partner is listed but not trusted. Undefined for any other, `javascript:` and look-alikes included.
 */
export function allowedLink(
  brand: Pick<Brand, 'partners'>,
  link: string,
  context: Context,
  sandbox: boolean,
): string | undefined {
  let url: URL;
  try {
    url = new URL(link);
  } catch {
    return undefined;
  }
  const partner = partnerOf(brand, url, sandbox);
  if (!partner) return undefined;
  for (const name of contextNames) {
    const value = context[name];
    if (value && (partner.trusted || name !== 'sessionId')) url.searchParams.set(name, value);
  }
  return url.href;
}

/** The host of a link for the log, however broken the link is. */
export function hostOf(link: string): string {
  try {
    return new URL(link).host || 'none';
  } catch {
    return 'none';
  }
}
