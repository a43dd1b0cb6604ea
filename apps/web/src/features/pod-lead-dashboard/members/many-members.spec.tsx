import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { describe, expect, it } from 'vitest';
import { memberActivity, memberWeek, podActivity } from '../../../testing/pods';
import { press } from '../../../testing/render';
import { stubServer } from '../../../testing/stub-server';
import { trainers, boardOn } from '../spec-support/board';

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

  it('LEAD-70 have the level first in the figure above them, where a long text is cut', async () => {
    serve({ members: Array.from({ length: 14 }, (_, n) => memberWeek(`P${n}`, { tasks: 7 })) });
    openPage();
    const figure = await screen.findByRole('region', { name: 'Due by now' });
    expect(figure.textContent).toMatch(/Needs Attention · of 140 tasks or 700 turns$/);
    const done = await screen.findByRole('region', { name: 'Tasks done' });
    expect(done.textContent).toMatch(/14\.0% of 700$/);
  });
});
