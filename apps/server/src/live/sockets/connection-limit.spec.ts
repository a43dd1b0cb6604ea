import { EventEmitter } from 'node:events';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { ConnectionLimit } from './connection-limit.js';

class FakeConnection extends EventEmitter {
  readyState = 'open';

  close(): void {
    this.readyState = 'closed';
    this.emit('close');
  }
}

describe('ConnectionLimit', () => {
  it('LIVE-27 counts the open connections of each holder up to the maximum', () => {
    const step = fc.record({
      does: fc.constantFrom('add', 'add', 'close', 'release'),
      holder: fc.nat({ max: 1 }),
      connection: fc.nat({ max: 9 }),
    });
    fc.assert(
      fc.property(fc.array(step, { maxLength: 60 }), (steps) => {
        const limit = new ConnectionLimit<number>(3);
        const connections = Array.from({ length: 10 }, () => new FakeConnection());
        const held = [new Set<FakeConnection>(), new Set<FakeConnection>()];
        for (const { does, holder, connection: index } of steps) {
          const connection = connections[index] ?? new FakeConnection();
          const mine = held[holder] ?? new Set();
          if (does === 'close') {
            connection.close();
            for (const each of held) each.delete(connection);
          } else if (does === 'release') {
            limit.release(holder, connection);
            mine.delete(connection);
          } else {
            const isClosed = connection.readyState === 'closed';
            const isTaken = limit.add(holder, connection);
            expect(isTaken).toBe(isClosed || mine.has(connection) || mine.size < 3);
            if (isTaken && !isClosed) mine.add(connection);
          }
        }
      }),
    );
  });
});
