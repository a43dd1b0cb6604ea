import type { FastifyRequest } from 'fastify';

export const LOOPBACK_NAMES = ['localhost', '127.0.0.1', '[::1]'];
const LOOPBACK_IP = /^(?:127\.|::1$|::ffff:127\.)/;

/** Whether a URL's host name can only mean the machine that it is used on. */
export function isLoopbackName(hostname: string): boolean {
  return LOOPBACK_NAMES.includes(hostname);
}

/** What proxies write into the requests that they forward. */
const PROXY_HEADERS =
  /^(?:forwarded|via|x-forwarded.*|x-real-ip|x-client-ip|x-cluster-client-ip|true-client-ip|cf-connecting-ip)$/;

/**
 * Whether a request comes from this machine: by the socket's own address, which no header can
 * change, and only under this machine's own names, so that no foreign page gets here by pointing a
 * name of its own at it. A request that was forwarded came from elsewhere, whatever it says of that
 * and whichever proxies are trusted.
 */
export function isFromThisMachine({ raw, headers }: FastifyRequest): boolean {
  const isForwarded = Object.keys(headers).some((name) => PROXY_HEADERS.test(name));
  const isLocal = LOOPBACK_IP.test(raw.socket.remoteAddress ?? '');
  return isLocal && isLoopbackHost(headers.host) && !isForwarded;
}

function isLoopbackHost(host: string | undefined): boolean {
  const url = `http://${host ?? ''}`;
  return URL.canParse(url) && isLoopbackName(new URL(url).hostname);
}
