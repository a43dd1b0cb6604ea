import { createServer, request, type IncomingMessage, type ServerResponse } from 'node:http';
import { connect, type AddressInfo, type Socket } from 'node:net';

/** The network of one browser: an HTTP proxy that a test can cut. */
export class Wire {
  private isCut = false;
  private readonly sockets = new Set<Socket>();
  private readonly server = createServer((call, answer) => this.forward(call, answer));

  /** Starts the proxy; `url` is for the `proxy` option of a browser context. */
  static async open(): Promise<Wire & { url: string }> {
    const wire = new Wire();
    wire.server.on('connection', (socket) => wire.keep(socket));
    wire.server.on('connect', (call: IncomingMessage, socket: Socket, head: Buffer) => {
      wire.tunnel(call.url ?? '', socket, head);
    });
    await new Promise<void>((resolve) => wire.server.listen(0, '127.0.0.1', resolve));
    const { port } = wire.server.address() as AddressInfo;
    return Object.assign(wire, { url: `http://127.0.0.1:${port}` });
  }

  /** Ends every connection, also open sockets, and accepts none until `restore`. */
  cut(): void {
    this.isCut = true;
    for (const socket of this.sockets) socket.destroy();
  }

  restore(): void {
    this.isCut = false;
  }

  close(): void {
    this.cut();
    this.server.close();
  }

  private keep(socket: Socket): void {
    if (this.isCut) return void socket.destroy();
    this.sockets.add(socket);
    socket.on('error', () => undefined);
    socket.on('close', () => this.sockets.delete(socket));
  }

  /** A plain request. */
  private forward(call: IncomingMessage, answer: ServerResponse): void {
    const { method, headers } = call;
    const upstream = request(new URL(call.url ?? ''), { method, headers }, (response) => {
      answer.writeHead(response.statusCode ?? 502, response.headers);
      response.pipe(answer);
    });
    upstream.on('error', () => answer.destroy());
    answer.on('close', () => upstream.destroy());
    call.pipe(upstream);
  }

  /** A WebSocket. */
  private tunnel(target: string, socket: Socket, head: Buffer): void {
    const { hostname, port } = new URL(`http://${target}`);
    const upstream = connect(Number(port), hostname, () => {
      socket.write('HTTP/1.1 200 Connection Established\r\n\r\n');
      upstream.write(head);
      upstream.pipe(socket).pipe(upstream);
    });
    this.keep(upstream);
    upstream.on('close', () => socket.destroy());
    socket.on('close', () => upstream.destroy());
  }
}
