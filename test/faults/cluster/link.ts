import { once } from 'node:events';
import { connect, createServer, type Server, type Socket } from 'node:net';
import { pipeline, Transform } from 'node:stream';

/** `slow` delays each part, and breaks the connection instead of every hundredth one. */
type Condition = 'good' | 'slow' | 'cut';

const SLOW_MS = 200;
const PARTS_PER_BREAK = 100;

/** The network between the clients and the servers: a TCP proxy that gives each connection to the next server. */
export class Link {
  private readonly sockets = new Set<Socket>();
  private readonly server: Server;
  private condition: Condition = 'good';
  private turn = 0;
  private slowParts = 0;

  private constructor(private readonly targets: () => readonly string[]) {
    this.server = createServer((client) => void this.join(client));
  }

  /** @param targets URLs of the servers; one that refuses a connection is passed over */
  static async open(port: number, targets: () => readonly string[]): Promise<Link> {
    const link = new Link(targets);
    link.server.listen(port, '127.0.0.1');
    await once(link.server, 'listening');
    return link;
  }

  /** Takes effect at once, also for open connections. */
  set(condition: Condition): void {
    this.condition = condition;
    if (condition === 'cut') for (const socket of this.sockets) socket.destroy();
  }

  async close(): Promise<void> {
    this.set('cut');
    this.server.close();
    await once(this.server, 'close');
  }

  private async join(client: Socket): Promise<void> {
    this.keep(client);
    if (this.condition === 'cut') return void client.destroy();
    const server = await this.reach();
    if (server === undefined || client.destroyed) {
      server?.destroy();
      client.destroy();
      return;
    }
    this.keep(server);
    client.on('close', () => server.destroy());
    server.on('close', () => client.destroy());
    // Either side that ends or fails ends the other one, after what it has sent.
    pipeline(client, this.way(), server, () => client.destroy());
    pipeline(server, this.way(), client, () => server.destroy());
  }

  private way(): Transform {
    return new Transform({
      transform: (part: Buffer, _encoding, done) => {
        if (this.condition !== 'slow') return done(null, part);
        this.slowParts += 1;
        const isLost = this.slowParts % PARTS_PER_BREAK === 0;
        setTimeout(() => done(isLost ? new Error('lost') : null, part), SLOW_MS);
      },
    });
  }

  /** A connection to the next server that takes one. */
  private async reach(): Promise<Socket | undefined> {
    const targets = this.targets();
    const first = this.turn++;
    for (let n = 0; n < targets.length; n += 1) {
      const { hostname, port } = new URL(targets[(first + n) % targets.length] ?? '');
      const socket = connect(Number(port), hostname);
      try {
        await once(socket, 'connect');
        return socket;
      } catch {
        socket.destroy();
      }
    }
    return undefined;
  }

  private keep(socket: Socket): void {
    this.sockets.add(socket);
    socket.setNoDelay(true);
    socket.on('error', () => socket.destroy());
    socket.on('close', () => this.sockets.delete(socket));
  }
}
