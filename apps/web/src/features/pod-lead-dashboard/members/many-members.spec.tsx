import { act, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { describe, expect, it } from 'vitest';
import { memberActivity, memberWeek, podActivity } from '../../../testing/pods';
import { NO_ROUNDS } from '../../../testing/portal-stub';
import { press } from '../../../testing/render';
import { stubServer } from '../../../testing/stub-server';
import { rowOf, trainers, boardOn } from '../spec-support/board';

const stub = stubServer();
const { serve, openPage } = boardOn(stub);

describe('many trainers on the lead board', () => {
  it('LEAD-61 LEAD-62 sorts and searches many trainers in one line each, in the URL', async () => {
    const many = Array.from({ length: 14 }, (_, n) =>
      memberWeek(`Person ${String.fromCodePoint(65 + n)}`, { tasks: n }),
    );
    serve({ members: many });
    stub.on('GET /api/v1/pods/Kestrel/activity', () => ({
      json: podActivity([
        memberActivity('Person A', {
          last_active_at: new Date(Date.now() - 5.5 * 3_600_000).toISOString(),
        }),
      ]),
    }));
    const { url } = openPage();
    const first = async () => (await trainers()).getAllByRole('listitem')[0]?.textContent;
    expect(await first()).toContain('Person A');
    await screen.findByText('5h');
    await press('Tasks');
    await press('Tasks');
    await waitFor(async () => expect(await first()).toContain('Person N130'));
    expect(url()).toBe('/pods/Kestrel/lead-dashboard?sort=tasks&order=desc');
    await userEvent.type(screen.getByRole('searchbox', { name: 'Search the trainers' }), 'son c');
    await waitFor(async () => expect(await first()).toContain('Person C'));
    expect(url()).toContain('search=son+c');
  });

  it('LEAD-71 LEAD-61 have their acceptance at first look, which explains itself, and are sorted by it', async () => {
    serve({ members: ['Ann', 'Ben'].map((name) => memberWeek(name, { tasks: 7 })) });
    const first_look = { count: 9, of: 10, percent: 90.9, low: 55.5, high: 99.7 };
    const ofBen = { ...NO_ROUNDS.all, first_look, user_email: 'ben@example.com', user_name: 'Ben' };
    stub.on('GET /api/v1/tasks/rounds', () => ({ json: { ...NO_ROUNDS, users: [ofBen] } }));
    stub.on('GET /api/v1/pods/Kestrel/activity', () => ({
      json: podActivity([
        memberActivity('Ann', {
          last_active_at: new Date(Date.now() - 5.5 * 3_600_000).toISOString(),
        }),
      ]),
    }));
    openPage();
    const rate = await screen.findByText('90% accepted at first look');
    await screen.findByText('5h');
    expect(rowOf('Ann')).toContain('Last active 5h ago');
    expect(rowOf('Ann')).not.toContain('first look');
    expect(rowOf('Ben')).not.toContain('Last active');
    act(() => rate.focus());
    await screen.findByText(
      /^Accepted at first look in this week: 9 of 10 \(90\.9%\), likely 55\.5 to 99\.7%$/,
    );
    await press('First look');
    await press('First look');
    await waitFor(async () =>
      expect((await trainers()).getAllByRole('listitem')[0]?.textContent).toContain('Ben'),
    );
  });

  it('LEAD-70 have the level first in the figure above them, where a long text is cut', async () => {
    serve({ members: Array.from({ length: 14 }, (_, n) => memberWeek(`P${n}`, { tasks: 7 })) });
    openPage();
    const figure = await screen.findByRole('region', { name: 'Due by now' });
    expect(figure.textContent).toMatch(/Needs Attention · of 140 tasks or 700 turns$/);
    const done = await screen.findByRole('region', { name: 'Tasks done' });
    expect(done.textContent).toMatch(/14\.0% of 700$/);
  });
});
