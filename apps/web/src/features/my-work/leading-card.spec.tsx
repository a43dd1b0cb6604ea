import { act, screen, waitFor } from '@testing-library/react';
import { beforeEach, describe, expect, it } from 'vitest';
import { ACTIVITY, homeStub, region, WEEK } from '../../testing/home-stub';
import { podActivity } from '../../testing/pods';
import { NO_ROUNDS } from '../../testing/portal-stub';
import { openAt, press } from '../../testing/render';
import { refusal } from '../../testing/stub-server';
import { grant, signInAs } from '../../testing/users';
import { podStats, podWeek } from '../../testing/work';

const ROUNDS = 'GET /api/v1/tasks/rounds';

const { stub, serveRole } = homeStub();

const oldest = new Date(Date.now() - 8 * 86_400_000).toISOString();
const lead = () => region('Orion this week');

beforeEach(() => {
  serveRole('lead');
  stub.on('GET /api/v1/tasks/pod-stats', () => podStats([]));
  stub.on(ACTIVITY, () => ({
    json: podActivity([], {
      pod_name: 'Orion',
      waiting: { tasks: 14, oldest, by_age: [8, 4, 0] },
      stuck: { tasks: 2, oldest },
    }),
  }));
  const part = (key: string | null, rework: number, name = key) => ({ key, name, rework });
  stub.on(ROUNDS, () => ({
    json: {
      ...NO_ROUNDS,
      rework: 7,
      by: {
        ...NO_ROUNDS.by,
        user: [part('zoe@example.com', 4, 'Zoë'), part('ben@example.com', 2, null), part(null, 1)],
        reason: [part('Format', 5), part('Facts', 3), part(null, 2), part('Tone', 1)],
      },
    },
  }));
  signInAs(grant(1, 'pod-info-public-view'));
});

describe('the home of a lead', () => {
  it('HOME-60 says how long tasks wait, what is stuck, and whose tasks came back for which reasons', async () => {
    openAt('/dashboard');
    const orion = await lead();
    const old = await orion.findByRole('link', { name: '4 for 3 days or more' });
    expect(old.getAttribute('href')).toBe('/pods/Orion/reviewer?days=3');
    expect(old.parentElement?.textContent).toBe(
      '14 tasks wait for a review, the oldest for 8 days: 8 for 1 day or more, 4 for 3 days or more.',
    );
    const stuck = orion.getByText(/tasks are stuck/u).closest('p');
    expect(stuck?.textContent).toBe('2 tasks are stuck, the oldest for 8 days.');
    expect((await orion.findByText(/^Tasks were sent back/u)).textContent).toBe(
      'Tasks were sent back 7 times in the last 14 days. Tasks of Zoë (4), ben@example.com (2), nobody (1). ' +
        'Why: Format (5), Facts (3), no reason given (2) and 1 other.',
    );
    expect(orion.getByRole('link', { name: 'Zoë' }).getAttribute('href')).toContain(
      'zoe%40example.com',
    );
  });

  it('HOME-66 leads those who may set targets to the form of the missing one', async () => {
    const week = podWeek({});
    const next = { ...week, target: null, week_start: '2026-12-07' };
    stub.on(WEEK, ({ url }) => ({
      json: url.includes('week_start=') ? next : week,
    }));
    signInAs(grant(1, 'pod-targets-manage'));
    openAt('/dashboard');
    const set = await (await lead()).findByRole('link', { name: 'Set the target' });
    expect(set.getAttribute('href')).toBe('/pods/Orion/lead-dashboard?target=2026-12-07');
    act(() => void signInAs(grant(1)));
    await waitFor(() => expect(screen.queryByRole('link', { name: 'Set the target' })).toBeNull());
    await (await lead()).findByText('Next week has no weekly target yet.');
  });

  it('HOME-60 has no line for what there is not, and none of rework for a user who may not see it', async () => {
    signInAs(grant(1));
    stub.on(ACTIVITY, () => ({ json: podActivity([]) }));
    openAt('/dashboard');
    const orion = await lead();
    expect(await orion.findByText(/behind their target/u)).toBeTruthy();
    await expect.poll(() => stub.callsOf(ACTIVITY).length).toBeGreaterThan(0);
    expect(orion.queryByText(/stuck|sent back|wait/u)).toBeNull();
    expect(stub.callsOf(ROUNDS)).toEqual([]);
  });

  it('HOME-60 HOME-9 says which part could not be loaded, and tries it again', async () => {
    let isDown = true;
    const rounds = { ...NO_ROUNDS, rework: 1 };
    stub.on(ROUNDS, () => (isDown ? refusal('internal', 500, 'Away') : { json: rounds }));
    openAt('/dashboard');
    const orion = await lead();
    expect(
      await orion.findByText(/^The rework of the last days could not be loaded/u),
    ).toBeTruthy();
    isDown = false;
    await press('Try Again');
    const round = await orion.findByText(/^Tasks were sent back/u);
    expect(round.textContent).toMatch(/^Tasks were sent back 1 time in the last 14 days/u);
  });
});
