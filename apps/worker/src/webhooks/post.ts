import type { LookupAddress } from 'node:dns';
import { lookup, Resolver } from 'node:dns/promises';
import { type IncomingMessage, request as requestPlain, type RequestOptions } from 'node:http';
import { request as requestSecure } from 'node:https';
import { callbackify } from 'node:util';
import { isAddress, isPublicAddress } from '@portal/domain/public-addresses';
import { hostOf, refusedTarget } from '@portal/domain/webhook-targets';
import type { Message } from './message.js';

/** Of an answer so much is kept. */
const KEPT_BYTES = 1024;
const RESOLVER = new Resolver({ timeout: 3_000, tries: 2 });

export interface Answer {
  readonly status: number;
  readonly text: string;
  readonly retryAfter: string | undefined;
}

export interface PostOptions {
  /** Only to addresses of the public internet. */
  readonly isPublic: boolean;
  /** For everything, from the name to the last byte that is read. */
  readonly timeoutMs: number;
  /** The addresses of a name. */
  readonly resolve?: (host: string) => Promise<readonly string[]>;
}

/** A sentence about why there is no answer, for those who see the log. */
export class NoAnswer extends Error {}

/**
 * Sends it once. Redirects are answers. What the name resolves to is asked once, by the connection itself.
 * @throws {NoAnswer}
 */
export function post(message: Message, options: PostOptions): Promise<Answer> {
  const { isPublic, timeoutMs } = options;
  const refusal = refusedTarget(message.url, isPublic);
  if (refusal !== undefined) return Promise.reject(new NoAnswer(`The URL ${refusal}`));
  const url = new URL(message.url);
  const signal = AbortSignal.timeout(timeoutMs);
  return new Promise<Answer>((resolve, reject) => {
    const fail = (error: unknown): void =>
      reject(
        signal.aborted ? new NoAnswer(`No answer in ${timeoutMs / 1000} s`) : meaningOf(error),
      );
    const settings: RequestOptions = {
      method: 'POST',
      headers: { ...message.headers, 'content-length': Buffer.byteLength(message.body) },
      agent: false,
      signal,
      lookup: lookupOf(options),
    };
    const take = (response: IncomingMessage): void => {
      readAnswer(response).then(resolve, fail);
    };
    const request =
      url.protocol === 'https:'
        ? requestSecure(url, { ...settings, rejectUnauthorized: true }, take)
        : requestPlain(url, settings, take);
    request.on('error', fail);
    request.on('close', () => fail(new NoAnswer('The connection was closed without an answer')));
    request.end(message.body);
  });
}

async function readAnswer(response: IncomingMessage): Promise<Answer> {
  const pieces: Buffer[] = [];
  let length = 0;
  for await (const piece of response as AsyncIterable<Buffer>) {
    pieces.push(piece);
    length += piece.length;
    // Leaving the loop closes the connection.
    if (length >= KEPT_BYTES) break;
  }
  return {
    status: response.statusCode ?? 0,
    text: Buffer.concat(pieces).subarray(0, KEPT_BYTES).toString('utf8').replaceAll('\0', ''),
    retryAfter: response.headers['retry-after'],
  };
}

/** The connection goes to what this gives, so that a name cannot lead elsewhere after it was asked. */
function lookupOf(options: PostOptions): RequestOptions['lookup'] {
  const find = callbackify((host: string) => addressesOf(host, options));
  return (host, { all }, callback) =>
    find(host, (error, found) => {
      const [first] = found ?? [];
      if (error) callback(error, []);
      else if (all === true) callback(null, found);
      else callback(null, first?.address ?? '', first?.family);
    });
}

/** @throws {NoAnswer} if there is none, or one of them must not be reached */
async function addressesOf(
  host: string,
  { isPublic, resolve = isPublic ? resolvePublic : resolveAny }: PostOptions,
): Promise<LookupAddress[]> {
  const addresses = await resolve(hostOf(host));
  if (addresses.length === 0) throw new NoAnswer('The name has no address');
  if (isPublic && !addresses.every(isPublicAddress)) {
    throw new NoAnswer('The name leads to a private address');
  }
  return addresses.map((address) => ({ address, family: address.includes(':') ? 6 : 4 }));
}

/** By the name server and not by the pool of threads, which a slow one would fill. */
async function resolvePublic(host: string): Promise<readonly string[]> {
  const answers = await Promise.allSettled([RESOLVER.resolve4(host), RESOLVER.resolve6(host)]);
  return answers.flatMap((answer) => (answer.status === 'fulfilled' ? answer.value : []));
}

async function resolveAny(host: string): Promise<readonly string[]> {
  if (isAddress(host)) return [host];
  return (await lookup(host, { all: true })).map(({ address }) => address);
}

function meaningOf(error: unknown): NoAnswer {
  if (error instanceof NoAnswer) return error;
  const code = error instanceof Error && 'code' in error ? String(error.code) : 'unknown error';
  return new NoAnswer(`No connection: ${code}`);
}
