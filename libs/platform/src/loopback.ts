import type { IncomingMessage } from 'node:http';

export const LOOPBACK_NAMES = ['localhost', '127.0.0.1', '[::1]'];
const LOOPBACK_IP = /^(?:127\.|::1$|::ffff:127\.)/;

/** Whether the host name of a URL always means the local machine. */
export function isLoopbackName(hostname: string): boolean {
  return LOOPBACK_NAMES.includes(hostname);
}

/** Headers that proxies add to forwarded requests. */
const PROXY_HEADERS =
  /^(?:forwarded|via|x-forwarded.*|x-real-ip|x-client-ip|x-cluster-client-ip|true-client-ip|cf-connecting-ip)$/;

/**
 * Whether a request comes from this machine. The IP address of the socket must be loopback, which
 * no header can change. The host must be a loopback name, so a foreign page cannot get here by DNS
 * rebinding. A forwarded request never counts, whatever proxies are trusted.
 */
export function isFromThisMachine({ socket, headers }: IncomingMessage): boolean {
  const isForwarded = Object.keys(headers).some((name) => PROXY_HEADERS.test(name));
  const isLocal = LOOPBACK_IP.test(socket.remoteAddress ?? '');
  return isLocal && isLoopbackHost(headers.host) && !isForwarded;
}

function isLoopbackHost(host: string | undefined): boolean {
  const url = `http://${host ?? ''}`;
  return URL.canParse(url) && isLoopbackName(new URL(url).hostname);
}
