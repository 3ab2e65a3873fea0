import { expect, test } from 'vitest';
import { networkOf } from './network.ts';

test('callers are counted by IPv4 address or IPv6 network in any notation', () => {
  for (const [address, network] of [
    ['203.0.113.7', '203.0.113.7'],
    ['::ffff:203.0.113.7', '203.0.113.7'],
    ['::FFFF:203.0.113.7', '203.0.113.7'],
    ['2001:db8:0:1::1', '2001:db8:0:1::/64'],
    ['2001:db8:0:1:ffff:ffff:ffff:ffff', '2001:db8:0:1::/64'],
    ['2001:DB8::1:0:0:0:9', '2001:db8:0:1::/64'],
    ['2001:db8::', '2001:db8:0:0::/64'],
    ['2001:0db8:0000:0002::1', '2001:db8:0:2::/64'],
    ['::1', '0:0:0:0::/64'],
    ['::', '0:0:0:0::/64'],
    ['1::', '1:0:0:0::/64'],
    ['fe80::1%eth0', 'fe80:0:0:0::/64'],
    ['64:ff9b:1:2:3:4:203.0.113.7', '64:ff9b:1:2::/64'],
    ['1:2:3:4::203.0.113.7', '1:2:3:4::/64'],
    ['1::2:3:4:5:203.0.113.7', '1:0:2:3::/64'],
    // A proxy's text that is not an address is used unchanged.
    ['unknown', 'unknown'],
    ['', ''],
  ] as const)
    expect([address, networkOf(address)]).toEqual([address, network]);
});
