import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { STALE_AFTER_MS, afterLoss, type Connection } from './connection-status';
import { useLiveStore } from './live-store';
import {
  afterAnswer,
  afterLeaving,
  pushedUntil,
  statusOf,
  type Answered,
  type RoomAnswer,
  type RoomAnswers,
} from './room-status';

const live: Connection = { kind: 'live', since: 1_000 };

const NOW = 5_000;
const accepted: Answered = { answer: { ok: true }, connectionNo: 2, since: NOW };

describe('room status', () => {
  it('WEB-43 is that of the connection while there is none', () => {
    for (const kind of ['connecting', 'reconnecting', 'stale'] as const) {
      expect(statusOf({ kind, since: 7 }, 2, accepted, null)).toEqual({ kind, since: 7 });
    }
    expect(statusOf({ kind: 'off' }, 2, undefined, null)).toEqual({ kind: 'off' });
  });

  it('WEB-43 is live only once the server has accepted the subscription on this connection', () => {
    expect(statusOf(live, 2, undefined, null)).toEqual({ kind: 'connecting', since: 1_000 });
    expect(statusOf(live, 3, accepted, null)).toEqual({ kind: 'connecting', since: 1_000 });
    expect(statusOf(live, 2, accepted, null)).toEqual({ kind: 'live', since: NOW });
  });

  it('WEB-43 is refused with the reason of the server, until it accepts', () => {
    const refusal: RoomAnswer = { ok: false, detail: 'No such project' };
    const at = (answers: RoomAnswers, answer: RoomAnswer, now: number) =>
      afterAnswer(answers, 'room', { answer, connectionNo: 2, now });
    let answers = at({}, refusal, NOW);
    answers = at(answers, refusal, NOW + 1_000);
    const refused = { kind: 'refused', since: NOW, detail: 'No such project' };
    expect(statusOf(live, 2, answers['room'], null)).toEqual(refused);
    answers = at(answers, { ok: true }, NOW + 2_000);
    expect(statusOf(live, 2, answers['room'], null)).toEqual({ kind: 'live', since: NOW + 2_000 });
    expect(afterLeaving(answers, 'room')).toEqual({});
  });

  it('WEB-43 has the time of the loss until the server accepts on the next connection', () => {
    const untilOf = (connection: Connection, epoch: number) =>
      pushedUntil(statusOf(connection, epoch, accepted, 700));
    expect(untilOf({ kind: 'reconnecting', since: 700 }, 2)).toBe(700);
    expect(untilOf({ kind: 'stale', since: 700 }, 2)).toBe(700);
    expect(untilOf(live, 3)).toBe(700);
    expect(untilOf(live, 2)).toBe(0);
    expect(pushedUntil(statusOf(live, 1, undefined, null))).toBe(0);
  });
});

describe('connection state', () => {
  it('WEB-27 is reconnecting since the loss, and stale after 15 seconds of it', () => {
    const lost = afterLoss(live, 5_000);
    expect(lost).toEqual({ kind: 'reconnecting', since: 5_000 });
    expect(afterLoss(lost, 19_999)).toBe(lost);
    const stale = afterLoss(lost, 5_000 + STALE_AFTER_MS);
    expect(stale).toEqual({ kind: 'stale', since: 5_000 });
    expect(afterLoss(stale, 60_000)).toBe(stale);
  });

  it('WEB-27 is connecting at first, and stale if that lasts', () => {
    const connecting = afterLoss({ kind: 'off' }, 1_000);
    expect(connecting).toEqual({ kind: 'connecting', since: 1_000 });
    expect(afterLoss(connecting, 16_000).kind).toBe('stale');
  });

  it('WEB-27 is live again with the connection, and has no states once off', () => {
    const { lost, connected, off, take } = useLiveStore.getState();
    lost(1_000);
    lost(20_000);
    connected(21_000);
    expect(useLiveStore.getState().connection).toEqual({ kind: 'live', since: 21_000 });
    expect(useLiveStore.getState().lostAt).toBe(null);
    lost(30_000);
    lost(31_000);
    expect(useLiveStore.getState().lostAt).toBe(30_000);
    take({ topic: 'sync-time', state: { project_id: 1, epoch: '', revision: 1, value: null } });
    expect(Object.keys(useLiveStore.getState().states)).toEqual(['sync-time/1']);
    off();
    expect(useLiveStore.getState()).toMatchObject({ connection: { kind: 'off' }, states: {} });
  });
});

describe('pushed states', () => {
  it('WEB-70 are the newest of the epoch that arrived last, whatever their order', () => {
    const arrival = fc.record({
      epoch: fc.constantFrom('one', 'two'),
      project_id: fc.integer({ min: 1, max: 2 }),
      revision: fc.nat(9),
    });
    fc.assert(
      fc.property(fc.array(arrival, { minLength: 1 }), (arrivals) => {
        const { take, off } = useLiveStore.getState();
        off();
        for (const each of arrivals) {
          take({ topic: 'sync-time', state: { ...each, value: null } });
        }
        const last = arrivals.at(-1)?.epoch;
        const start = arrivals.findLastIndex(({ epoch }) => epoch !== last) + 1;
        const newest: Record<string, number> = {};
        for (const { project_id, revision } of arrivals.slice(start)) {
          const key = `sync-time/${project_id}`;
          newest[key] = Math.max(newest[key] ?? 0, revision);
        }
        const { epoch, states } = useLiveStore.getState();
        expect(epoch).toBe(last);
        const kept = Object.entries(states).map(([key, { state }]) => [key, state.revision]);
        expect(Object.fromEntries(kept)).toEqual(newest);
      }),
    );
  });
});
