/** What is needed to know of a connection of Engine.IO, which carries those of Socket.IO. */
export interface Connection {
  readonly readyState: string;
  once(event: 'close', listener: () => void): unknown;
}

/** So many places for each holder; a connection gives its place back when it ends. */
export class ConnectionLimit<Holder> {
  private readonly open = new Map<Holder, Set<Connection>>();

  constructor(private readonly max: number) {}

  /** Whether there is a place for the connection, or it has one already. */
  add(holder: Holder, connection: Connection): boolean {
    const connections = this.open.get(holder) ?? new Set();
    if (connections.has(connection) || connection.readyState === 'closed') return true;
    if (connections.size >= this.max) return false;
    this.open.set(holder, connections.add(connection));
    connection.once('close', () => this.release(holder, connection));
    return true;
  }

  release(holder: Holder, connection: Connection): void {
    const connections = this.open.get(holder);
    connections?.delete(connection);
    if (connections?.size === 0) this.open.delete(holder);
  }
}
