import { act, screen, waitFor } from '@testing-library/react';
import { describe, expect, it, vi } from 'vitest';
import { refusal, stubServer } from '../../testing/stub-server';
import {
  ann,
  ben,
  goLive,
  push,
  ROOM,
  rowOf,
  store,
  trainers,
  week,
  WEEK_ROUTE,
  boardOn,
} from './spec-support/board';

const stub = stubServer();
const { open } = boardOn(stub);

describe('the lead board and the live connection', () => {
  it('LEAD-5 LEAD-6 follows the pushed states of this week and announces a crossing', async () => {
    open('pod-info-public-view');
    await trainers();
    goLive(week({ revision: 2, members: [{ ...ann, tasks: 40 }, ben] }));
    await waitFor(() => expect(rowOf('Ann')).toContain('40 of 50'));
    push(week({ revision: 3, members: [{ ...ann, tasks: 50, level: 'success' }, ben] }));
    expect(await screen.findByText('Ann: On Target')).toBeTruthy();
    expect(rowOf('Ann')).toContain('50 of 50');
  });

  it('LEAD-13 says why a room is refused', async () => {
    open('pod-info-public-view');
    await trainers();
    act(() => {
      store().connected(Date.now());
      store().answered(ROOM, { ok: false, detail: 'Too many rooms.' }, Date.now());
    });
    expect(screen.getByText(/Live updates were refused: Too many rooms\./)).toBeTruthy();
  });

  it('LEAD-13 marks old numbers as stale with their age', async () => {
    open('pod-info-public-view');
    await trainers();
    expect(screen.queryByText('Stale:')).toBeNull();
    const now = Date.now();
    vi.spyOn(Date, 'now').mockImplementation(() => now + 95_000);
    act(() => store().lost(now));
    expect((await screen.findByText('Stale:')).parentElement?.textContent).toContain('1 min');
  });

  it('LEAD-13 DESK-10 counts the age of live numbers from the loss of the connection', async () => {
    open('pod-info-public-view');
    await trainers();
    goLive(week({ revision: 2 }));
    await screen.findByText('Updates live');
    stub.on(WEEK_ROUTE, () => refusal('internal', 500, 'Broken'));
    const lostAt = Date.now() + 35_000;
    const clock = vi.spyOn(Date, 'now').mockReturnValue(lostAt);
    act(() => store().lost(lostAt));
    await screen.findByText(/^Reconnecting · as of /);
    expect(screen.queryByText('Stale:')).toBeNull();
    clock.mockReturnValue(lostAt + 31_000);
    const notice = await screen.findByText('Stale:');
    expect(notice.parentElement?.textContent).toContain('31 s old');
    expect(screen.getByText('Stale', { selector: '[role=status]' })).toBeTruthy();
  });
});
