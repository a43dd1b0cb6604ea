import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { parseRoom, roomName } from './room.js';

const pod = fc.record({
  id: fc.nat(),
  name: fc.string({ minLength: 1, maxLength: 30, unit: 'binary' }),
});

describe('room names', () => {
  it('LIVE-3 can be parsed back to their room, for any name of a pod', () => {
    fc.assert(
      fc.property(fc.nat(), fc.option(pod), (projectId, ofPod) => {
        const room = { projectId, pod: ofPod };
        expect(parseRoom(roomName(room))).toEqual(room);
      }),
    );
  });

  it.each(['imports', 'user:7', 'session:3', 'Zk3TqXc9abcdAAAB', 'project:', 'pod:1:', 'pod:1:2:'])(
    'LIVE-3 %s is not a room of a project',
    (name) => {
      expect(parseRoom(name)).toBeNull();
    },
  );
});
