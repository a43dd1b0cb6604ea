/** The used part of an Engine.IO connection, which carries Socket.IO. */
export interface Connection {
  readonly readyState: string;
  once(event: 'close', listener: () => void): unknown;
}

/** Limits the connections per holder; a closed connection no longer counts. */
export class ConnectionLimit<Holder> {
  private readonly open = new Map<Holder, Set<Connection>>();

  constructor(private readonly max: number) {}

  /**
   * Counts the connection; false if the holder has too many. A counted connection is accepted
   * again.
   */
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
