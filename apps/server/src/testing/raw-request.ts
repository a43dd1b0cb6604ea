import { once } from 'node:events';
import { connect, type Socket } from 'node:net';

/** A request that is written by hand, so that its body may come late, in pieces or never. */
export class RawRequest {
  private received = '';

  private constructor(private readonly socket: Socket) {
    socket.setEncoding('utf8').on('data', (text: string) => (this.received += text));
    // A server that hangs up while something is written is no error here.
    socket.on('error', () => undefined);
  }

  /** @param head the request line and headers, without the last empty line */
  static async open(baseUrl: string, head: readonly string[]): Promise<RawRequest> {
    const { hostname, port, host } = new URL(baseUrl);
    const socket = connect(Number(port), hostname);
    await once(socket, 'connect');
    const request = new RawRequest(socket);
    const [line = '', ...headers] = head;
    request.write(`${[line, `host: ${host}`, ...headers].join('\r\n')}\r\n\r\n`);
    return request;
  }

  write(text: string): void {
    if (this.socket.writable) this.socket.write(text);
  }

  /** The status of the answer, once its head is there; null when the connection ends without one. */
  async status(): Promise<number | null> {
    while (!this.received.includes('\r\n\r\n') && !this.socket.closed) {
      await Promise.race([once(this.socket, 'data'), once(this.socket, 'close')]);
    }
    return Number(/^HTTP\/1\.1 (\d+)/.exec(this.received)?.[1] ?? Number.NaN) || null;
  }

  /** Everything that was answered, when the server has ended the connection. */
  async ended(): Promise<string> {
    if (!this.socket.closed) await once(this.socket, 'close');
    return this.received;
  }

  close(): void {
    this.socket.destroy();
  }
}
