type Block = readonly [address: string, bits: number];

/** What the registries of IANA do not route, and what leads elsewhere: relays and networks of tests. */
const REFUSED_V4: readonly Block[] = [
  ['0.0.0.0', 8],
  ['10.0.0.0', 8],
  ['100.64.0.0', 10],
  ['127.0.0.0', 8],
  ['169.254.0.0', 16],
  ['172.16.0.0', 12],
  ['192.0.0.0', 24],
  ['192.0.2.0', 24],
  ['192.31.196.0', 24],
  ['192.52.193.0', 24],
  ['192.88.99.0', 24],
  ['192.168.0.0', 16],
  ['192.175.48.0', 24],
  ['198.18.0.0', 15],
  ['198.51.100.0', 24],
  ['203.0.113.0', 24],
  ['224.0.0.0', 3],
];
/** All that is routed today. Addresses of version 4 in other clothes are outside of it. */
const ROUTED_V6: Block = ['2000::', 3];
const REFUSED_V6: readonly Block[] = [
  ['2001::', 23],
  ['2001:db8::', 32],
  ['2002::', 16],
  ['2620:4f:8000::', 48],
  ['3fff::', 20],
];

/** Whether the address is one of the public internet. What is no address is not. */
export function isPublicAddress(address: string): boolean {
  const v4 = valueOfV4(address);
  if (v4 !== undefined) return !REFUSED_V4.some((block) => isWithin(v4, block, valueOfV4, 32));
  const v6 = valueOfV6(address);
  if (v6 === undefined || !isWithin(v6, ROUTED_V6, valueOfV6, 128)) return false;
  return !REFUSED_V6.some((block) => isWithin(v6, block, valueOfV6, 128));
}

/** Whether a host of a URL is an address and no name. */
export function isAddress(host: string): boolean {
  return valueOfV4(host) !== undefined || valueOfV6(host) !== undefined;
}

function isWithin(
  value: bigint,
  [base, bits]: Block,
  valueOf: (address: string) => bigint | undefined,
  width: number,
): boolean {
  const shift = BigInt(width - bits);
  return value >> shift === (valueOf(base) ?? -1n) >> shift;
}

function valueOfV4(address: string): bigint | undefined {
  const parts = address.split('.');
  const isValid =
    parts.length === 4 && parts.every((part) => /^\d{1,3}$/.test(part) && Number(part) < 256);
  return isValid ? parts.reduce((value, part) => value * 256n + BigInt(part), 0n) : undefined;
}

/** Undefined also with a zone (`fe80::1%eth0`). */
function valueOfV6(address: string): bigint | undefined {
  const halves = withoutDots(address).split('::');
  if (!address.includes(':') || halves.length > 2) return undefined;
  const [before = [], after = []] = halves.map((half) => (half === '' ? [] : half.split(':')));
  const left = 8 - before.length - after.length;
  if (halves.length === 2 ? left < 1 : left !== 0) return undefined;
  const groups = [...before, ...Array.from({ length: left }, () => '0'), ...after];
  if (!groups.every((group) => /^[0-9a-f]{1,4}$/i.test(group))) return undefined;
  return groups.reduce((value, group) => value * 65536n + BigInt(`0x${group}`), 0n);
}

/** `::ffff:127.0.0.1` as `::ffff:7f00:1` */
function withoutDots(address: string): string {
  const [dotted] = /[\d.]+$/.exec(address) ?? [];
  const value = dotted === undefined ? undefined : valueOfV4(dotted);
  if (dotted === undefined || value === undefined) return address;
  const groups = `${(value >> 16n).toString(16)}:${(value & 65535n).toString(16)}`;
  return `${address.slice(0, -dotted.length)}${groups}`;
}
