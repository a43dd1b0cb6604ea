import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { parseRoom, roomName } from './room.js';

describe('room names', () => {
  it('LIVE-3 can be parsed back to their room, for any name of a pod', () => {
    fc.assert(
      fc.property(
        fc.nat(),
        fc.option(fc.string({ minLength: 1, maxLength: 30, unit: 'binary' }), { nil: null }),
        (projectId, podName) => {
          const room = { projectId, podName };
          expect(parseRoom(roomName(room))).toEqual(room);
        },
      ),
    );
  });

  it.each(['imports', 'user:7', 'session:3', 'Zk3TqXc9abcdAAAB', 'project:', 'pod:1:'])(
    'LIVE-3 %s is not a room of a project',
    (name) => {
      expect(parseRoom(name)).toBeNull();
    },
  );
});
