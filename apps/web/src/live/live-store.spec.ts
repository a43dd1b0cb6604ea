import { describe, expect, it } from 'vitest';
import { STALE_AFTER_MS, afterLoss, useLiveStore, type Connection } from './live-store';

const live: Connection = { kind: 'live', since: 1_000 };

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
    take({ topic: 'sync-time', state: { project_id: 1, revision: 1, value: null } });
    expect(Object.keys(useLiveStore.getState().states)).toEqual(['sync-time/1']);
    off();
    expect(useLiveStore.getState()).toMatchObject({ connection: { kind: 'off' }, states: {} });
  });
});
