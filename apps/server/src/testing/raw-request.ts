import { once } from 'node:events';
import { connect, type Socket } from 'node:net';

/** A raw HTTP request, so that its body can be late, in pieces or missing. */
export class RawRequest {
  private received = '';

  private constructor(private readonly socket: Socket) {
    socket.setEncoding('utf8').on('data', (text: string) => (this.received += text));
    // It is no error if the server closes the connection during a write.
    socket.on('error', () => undefined);
  }

  /** @param head the request line and headers, without the empty line at the end */
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

  /**
   * The status of the response, when its head has arrived; null if the connection closes without
   * one.
   */
  async status(): Promise<number | null> {
    while (!this.received.includes('\r\n\r\n') && !this.socket.closed) {
      await Promise.race([this.next('data'), this.next('close')]);
    }
    return Number(/^HTTP\/1\.1 (\d+)/.exec(this.received)?.[1] ?? Number.NaN) || null;
  }

  /** The whole response, after the server has closed the connection. */
  async ended(): Promise<string> {
    if (!this.socket.closed) await this.next('close');
    return this.received;
  }

  /** Unlike `once` of Node it does not fail on an error: a server may reset a connection that it closes. */
  private next(event: 'data' | 'close'): Promise<void> {
    return new Promise((resolve) => {
      this.socket.once(event, () => resolve());
    });
  }

  close(): void {
    this.socket.destroy();
  }
}
