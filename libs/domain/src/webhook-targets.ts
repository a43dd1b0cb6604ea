import { isAddress, isPublicAddress } from './public-addresses.js';

const LOCAL_NAMES = /(?:^|\.)(?:localhost|local|internal|home\.arpa)\.?$/i;

/**
 * Why no webhook may have this URL; undefined if one may. What its name resolves to is asked at each try.
 * @param url one that parses
 * @param isPublic only the public internet, as in production
 */
export function refusedTarget(url: string, isPublic: boolean): string | undefined {
  const { protocol, username, password, hash, port, hostname } = new URL(url);
  if (protocol !== 'https:' && (isPublic || protocol !== 'http:'))
    return 'must begin with https://';
  if (username !== '' || password !== '') return 'must not contain a user or a password';
  if (hash !== '') return 'must not contain a #';
  if (port !== '' && port !== '443' && Number(port) < 1024) {
    return 'must have no port below 1024 but 443';
  }
  if (!isPublic) return undefined;
  const host = hostOf(hostname);
  if (LOCAL_NAMES.test(host) || (isAddress(host) && !isPublicAddress(host))) {
    return 'must not lead to a private address';
  }
  return undefined;
}

/** The host of a URL as a connection takes it: without the brackets of an address. */
export function hostOf(hostname: string): string {
  return hostname.replace(/^\[|\]$/g, '');
}
