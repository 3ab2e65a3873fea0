import { isIPv6 } from 'node:net';

/** A household and a phone have a whole network of this size in IPv6, and take any address of it they like. */
const networkGroups = 4;

/**
 * What counts as one address where callers are counted: an IPv4 address, also where it comes written as IPv6; of IPv6 the
 * network of 64 bits, `2001:db8:0:1::/64`, or whoever has one would be 2⁶⁴ callers.
 */
export function networkOf(address: string): string {
  const [, mapped] = /^::ffff:(\d{1,3}(?:\.\d{1,3}){3})$/i.exec(address) ?? [];
  if (mapped !== undefined) return mapped;
  if (!isIPv6(address)) return address;
  const [front = '', back] = (address.split('%')[0] ?? '').split('::');
  const groups = front === '' ? [] : front.split(':');
  if (back !== undefined) {
    const last = back === '' ? [] : back.split(':');
    // An IPv4 address at the end takes two places.
    const taken = groups.length + last.length + (back.includes('../../http') ? 1 : 0);
    groups.push(...Array.from({ length: 8 - taken }, () => '0'), ...last);
  }
  const network = groups.slice(0, networkGroups).map((group) => Number.parseInt(group, 16).toString(16));
  return `${network.join(':')}::/64`;
}
