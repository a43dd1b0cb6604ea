import type { EventEmitter } from 'node:events';
import { Readable } from 'node:stream';
import { Injectable, StreamableFile } from '@nestjs/common';
import { ProblemException } from '../../problems/problem.js';
import { onResponseClose } from '../../http/response-close.js';

/** The recipient of a response; it emits `close` at its end. */
type Receiver = EventEmitter & { readonly destroyed: boolean };

/** Total size of the responses being sent, so that slow clients do not exhaust the memory. */
const MAX_BYTES = 256 * 1024 * 1024;
/** Responses up to this size are always sent, so that large ones do not block everyday use. */
const ALWAYS_SENT_BYTES = 256 * 1024;

/** Sends serialized JSON without joining its pieces. */
@Injectable()
export class LargeResponses {
  private bytesInFlight = 0;

  /**
   * @param pieces of the JSON, in order
   * @throws {ProblemException} `too-many-requests` if too many bytes are in flight
   */
  send(pieces: readonly Buffer[], receiver: Receiver): StreamableFile {
    const bytes = pieces.reduce((sum, piece) => sum + piece.length, 0);
    if (receiver.destroyed) {
      throw new ProblemException('query-cancelled', 'The client has closed the connection');
    }
    if (bytes > ALWAYS_SENT_BYTES && this.bytesInFlight + bytes > MAX_BYTES) {
      throw new ProblemException(
        'too-many-requests',
        'Too many large results are being sent; try again in a moment',
      );
    }
    this.bytesInFlight += bytes;
    onResponseClose(receiver, () => (this.bytesInFlight -= bytes));
    return new StreamableFile(Readable.from(pieces, { objectMode: false }), {
      type: 'application/json; charset=utf-8',
    });
  }
}
