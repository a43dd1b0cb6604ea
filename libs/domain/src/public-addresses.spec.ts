import fc from 'fast-check';
import ipaddr from 'ipaddr.js';
import { describe, expect, it } from 'vitest';
import { isPublicAddress } from './public-addresses.js';

/** An oracle of others: it names the registry's range of an address. */
const isUnicast = (address: string): boolean => ipaddr.parse(address).range() === 'unicast';
const byteArb = fc.oneof(
  fc.constantFrom(0, 10, 100, 127, 169, 172, 192, 198, 203, 224, 255),
  fc.constantFrom(2, 16, 18, 31, 51, 52, 64, 88, 113, 168, 175, 254),
  fc.nat(255),
);
const v4Arb = fc.tuple(byteArb, byteArb, byteArb, byteArb).map((bytes) => bytes.join('.'));
const groupArb = fc.oneof(
  fc.constantFrom(0, 1, 0xffff, 0x64, 0xff9b, 0x2001, 0x2002, 0xdb8, 0xfe80, 0xfc00, 0x7f00),
  fc.constantFrom(0x2620, 0x4f, 0x8000, 0x3fff, 0x2a00, 0xa9fe, 0x20, 0x10, 0x1ff, 0x200),
  fc.nat(0xffff),
);
const v6Arb = fc.array(groupArb, { minLength: 8, maxLength: 8 });

describe('public addresses', () => {
  it('HOOK-12 of version 4 are those that another library finds routed', () => {
    fc.assert(
      fc.property(v4Arb, (address) => {
        expect([address, isPublicAddress(address)]).toEqual([address, isUnicast(address)]);
      }),
      { numRuns: 5_000 },
    );
  });

  it('HOOK-12 of version 6 are routed, and each way to write one is the same', () => {
    fc.assert(
      fc.property(v6Arb, (groups) => {
        const long = groups.map((group) => group.toString(16)).join(':');
        const short = new ipaddr.IPv6(groups).toRFC5952String();
        expect(isPublicAddress(short)).toBe(isPublicAddress(long));
        if (isPublicAddress(long)) expect([long, isUnicast(long)]).toEqual([long, true]);
        const isRouted =
          (groups[0] ?? 0) >> 13 === 1 && !(groups[0] === 0x2001 && (groups[1] ?? 0) < 0x200);
        if (isRouted && isUnicast(long) && groups[0] !== 0x3fff)
          expect(isPublicAddress(long)).toBe(true);
      }),
      { numRuns: 5_000 },
    );
  });

  it('HOOK-12 none is one of version 4 in other clothes', () => {
    fc.assert(
      fc.property(
        v4Arb,
        fc.constantFrom('::ffff:', '::', '64:ff9b::', '::ffff:0:'),
        (v4, before) => {
          expect(isPublicAddress(`${before}${v4}`)).toBe(false);
        },
      ),
    );
  });

  it.each([
    ...['8.8.8.8', '2606:4700::1111', '2a00:1450:4001::1'].map(
      (address) => [address, true] as const,
    ),
    ...['169.254.169.254', '0.0.0.0', '127.1', '2130706433', '0x7f.0.0.1', '::', '::1'].map(
      (address) => [address, false] as const,
    ),
    ...['fe80::1%eth0', 'fd00:ec2::254', '::ffff:169.254.169.254', '2002:7f00:1::', ''].map(
      (address) => [address, false] as const,
    ),
    ...['1.2.3.4.5', '1.2.3.256', '2606:::1', '2606::1::2', 'example.com', '2606:47000::1'].map(
      (address) => [address, false] as const,
    ),
  ])('HOOK-12 %s: %s', (address, isPublic) => {
    expect(isPublicAddress(address)).toBe(isPublic);
  });
});
