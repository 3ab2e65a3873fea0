import { isIPv6 } from 'node:net';

/** 16-bit groups of an IPv6 network. A household or phone has a whole /64 network and can use any address in it. */
const networkGroups = 4;

/**
 * The key by which callers are counted: the IPv4 address, also if it is written as IPv6, or the /64 network of an IPv6
 * address (`2001:db8:0:1::/64`). Counted by address, one IPv6 subscriber would be 2⁶⁴ callers.
 */
export function networkOf(address: string): string {
  const [, mapped] = /^::ffff:(\d{1,3}(?:\.\d{1,3}){3})$/i.exec(address) ?? [];
  if (mapped !== undefined) return mapped;
  if (!isIPv6(address)) return address;
  const [head = '', tail] = (address.split('%')[0] ?? '').split('::');
  const groups = head === '' ? [] : head.split(':');
  if (tail !== undefined) {
    const tailGroups = tail === '' ? [] : tail.split(':');
    // An IPv4 address at the end takes two groups.
    const groupCount = groups.length + tailGroups.length + (tail.includes('.') ? 1 : 0);
    groups.push(...Array.from({ length: 8 - groupCount }, () => '0'), ...tailGroups);
  }
  const network = groups.slice(0, networkGroups).map((group) => Number.parseInt(group, 16).toString(16));
  return `${network.join(':')}::/64`;
}
