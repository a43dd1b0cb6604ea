/** What is needed to know of a connection of Engine.IO, which carries those of Socket.IO. */
export interface Connection {
  readonly readyState: string;
  once(event: 'close', listener: () => void): unknown;
}

/** So many places for each holder; a connection gives its place back when it ends. */
export class Places<Holder> {
  private readonly taken = new Map<Holder, Set<Connection>>();

  constructor(private readonly each: number) {}

  /** Whether there is a place for the connection, or it has one already. */
  take(holder: Holder, connection: Connection): boolean {
    const held = this.taken.get(holder) ?? new Set();
    if (held.has(connection) || connection.readyState === 'closed') return true;
    if (held.size >= this.each) return false;
    this.taken.set(holder, held.add(connection));
    connection.once('close', () => this.giveBack(holder, connection));
    return true;
  }

  giveBack(holder: Holder, connection: Connection): void {
    const held = this.taken.get(holder);
    held?.delete(connection);
    if (held?.size === 0) this.taken.delete(holder);
  }
}
