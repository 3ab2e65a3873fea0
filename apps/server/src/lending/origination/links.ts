import type { Context } from '@hiram/contract/context';
import { contextNames } from '@hiram/contract/context';
import type { Brand } from '../../brands/brand.ts';

/**
 * The partner to which a link leads, or undefined: the link is not https (http is allowed in the sandbox), has credentials, or
 * leads to a host that the brand does not list.
 */
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
 * The link with the common query string, if it leads to a listed partner; without the session id, if the partner is not trusted.
 * Undefined for every other link, including `javascript:` and look-alike hosts.
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

/** The host of a link, for the log; `none` for a malformed link. */
export function hostOf(link: string): string {
  try {
    return new URL(link).host || 'none';
  } catch {
    return 'none';
  }
}
