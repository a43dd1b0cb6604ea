import { describe, expect, it } from 'vitest';
import { afterLoss, type Connection } from './connection-status';
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
    const stale = afterLoss(lost, 20_000);
    expect(stale).toEqual({ kind: 'stale', since: 5_000 });
    expect(afterLoss(stale, 60_000)).toBe(stale);
  });

  it('WEB-27 is connecting at first, and stale if that lasts', () => {
    const connecting = afterLoss({ kind: 'off' }, 1_000);
    expect(connecting).toEqual({ kind: 'connecting', since: 1_000 });
    expect(afterLoss(connecting, 16_000).kind).toBe('stale');
  });

  it('WEB-27 is live again with the connection', () => {
    const { lost, connected, off } = useLiveStore.getState();
    lost(1_000);
    lost(20_000);
    connected(21_000);
    expect(useLiveStore.getState().connection).toEqual({ kind: 'live', since: 21_000 });
    expect(useLiveStore.getState().lostAt).toBe(null);
    lost(30_000);
    lost(31_000);
    expect(useLiveStore.getState().lostAt).toBe(30_000);
    off();
    expect(useLiveStore.getState().connection).toEqual({ kind: 'off' });
  });
});
