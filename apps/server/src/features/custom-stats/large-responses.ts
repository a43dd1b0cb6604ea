import { Readable } from 'node:stream';
import { Injectable, StreamableFile } from '@nestjs/common';
import { ProblemException } from '../../problems/problem.js';

/** Who is sent an answer; its end is told by `close`. */
interface Receiver {
  readonly destroyed: boolean;
  once(event: 'close', listener: () => void): unknown;
}

/** Of all answers that are being sent, so that slow readers do not fill the memory. */
const MAX_BYTES = 256 * 1024 * 1024;
/** An answer of this size is sent in any case: the everyday goes on when somebody fills the rest. */
const ALWAYS_SENT_BYTES = 256 * 1024;

/** Sends JSON that is there already, without ever making one text of it. */
@Injectable()
export class LargeResponses {
  private bytesInFlight = 0;

  /**
   * @param pieces which make the JSON when they are put together
   * @throws {ProblemException} `too-many-requests` when too much is on its way already
   */
  send(pieces: readonly Buffer[], receiver: Receiver): StreamableFile {
    const bytes = pieces.reduce((sum, piece) => sum + piece.length, 0);
    if (receiver.destroyed) {
      throw new ProblemException('query-cancelled', 'Nobody waits for the answer any more');
    }
    if (bytes > ALWAYS_SENT_BYTES && this.bytesInFlight + bytes > MAX_BYTES) {
      throw new ProblemException(
        'too-many-requests',
        'Too many large results are being sent; try again in a moment',
      );
    }
    this.bytesInFlight += bytes;
    receiver.once('close', () => (this.bytesInFlight -= bytes));
    return new StreamableFile(Readable.from(pieces, { objectMode: false }), {
      type: 'application/json; charset=utf-8',
    });
  }
}
