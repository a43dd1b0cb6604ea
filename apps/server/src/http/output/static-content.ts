import { hash } from 'node:crypto';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { unlessHeld } from './etags.js';

/** Compressing less than this gains nothing. */
const MIN_BYTES = 1024;

/** In order of preference. */
const ENCODERS = {
  br: (bytes: Buffer) =>
    promisify(brotliCompress)(bytes, { params: { [constants.BROTLI_PARAM_QUALITY]: 11 } }),
  gzip: (bytes: Buffer) => promisify(gzip)(bytes),
} as const;
type Encoding = keyof typeof ENCODERS;
const ENCODINGS: readonly Encoding[] = ['br', 'gzip'];

/**
 * Content that does not change while the server runs. It is read, hashed and compressed once, in each
 * encoding when a client first asks for it; a response is these bytes. See docs/adr/0149.
 */
export class StaticContent {
  private bytes: Buffer | undefined;
  private etag = '';
  private readonly encoded = new Map<Encoding, Promise<Buffer>>();

  constructor(
    private readonly type: string,
    private readonly read: () => string | Buffer,
  ) {}

  /** For the handler to return: the bytes that the client accepts; nothing (304) if it has them. */
  async answer(request: FastifyRequest, reply: FastifyReply): Promise<Buffer | undefined> {
    const bytes = this.load();
    void reply.type(this.type).header('vary', 'accept-encoding');
    if (unlessHeld(request, reply, this.etag, true) === undefined) return undefined;
    const encoding = bytes.length < MIN_BYTES ? undefined : encodingFor(request);
    if (encoding === undefined) return bytes;
    void reply.header('content-encoding', encoding);
    return this.encode(encoding, bytes);
  }

  private load(): Buffer {
    if (this.bytes === undefined) {
      this.bytes = Buffer.from(this.read());
      // Weak: the bytes differ by encoding.
      this.etag = `W/"${hash('sha256', this.bytes, 'base64url').slice(0, 22)}"`;
    }
    return this.bytes;
  }

  private encode(encoding: Encoding, bytes: Buffer): Promise<Buffer> {
    const known = this.encoded.get(encoding);
    if (known) return known;
    const encoded = ENCODERS[encoding](bytes);
    this.encoded.set(encoding, encoded);
    return encoded;
  }
}

function encodingFor({ headers }: FastifyRequest): Encoding | undefined {
  const accepted = (headers['accept-encoding'] ?? '')
    .toLowerCase()
    .split(',')
    .filter((part) => !/;\s*q=0(?:\.0*)?\s*$/.test(part))
    .map((part) => part.split(';', 1)[0]?.trim());
  return ENCODINGS.find((encoding) => accepted.includes(encoding));
}
