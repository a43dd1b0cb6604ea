import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, describe, expect, it } from 'vitest';
import { paths } from '../../lib/paths';
import { giveChartsSize } from '../../testing/chart-size';
import { serveShell } from '../../testing/portal-stub';
import { openAt, press } from '../../testing/render';
import { refusal, stubServer } from '../../testing/stub-server';
import { grant, project, signInAs } from '../../testing/users';
import { userTask, userTasks } from '../../testing/user-tasks';

const stub = stubServer();
const EMAIL = 'tess@example.com';
const ROUTE = `GET /api/v1/tasks/by-user/${encodeURIComponent(EMAIL)}` as const;
const PAGE = `${paths.trainerStats(EMAIL)}?start=2026-01-05&end=2026-02-01`;
const serve = (scores: readonly object[]) =>
  stub.on(`${ROUTE}/scores`, () => ({ json: { epoch: '', revision: 1, scores } }));
const card = async () => within(await screen.findByRole('region', { name: 'Scores' }));

beforeEach(() => {
  giveChartsSize();
  serveShell(stub, [project(1, 'Atlas')]);
  signInAs(grant(1, 'pod-info-public-view'));
  stub.on(ROUTE, () => ({ json: userTasks([userTask(7)]) }));
});

describe('the scores of a user over time', () => {
  it('TRAIN-24 shows the mean of each week with the number of its reviews, also as a table', async () => {
    serve([
      { week: '2026-01-05', reviews: 1, mean: 2 },
      { week: '2026-01-19', reviews: 12, mean: 3.756 },
    ]);
    const tab = openAt(PAGE);
    const scores = await card();
    expect(
      scores.getByText(
        /^Mean score of 13 reviews on Jan 0?5.*2026, by the week.*, Los Angeles time$/,
      ),
    ).toBeTruthy();
    const slider = await scores.findByRole('slider', { name: 'Mean score per week, by week' });
    expect(slider.getAttribute('aria-valuetext')).toBe(
      'Week of Jan 19, 2026: Mean score 3.76 of 12 reviews',
    );
    slider.focus();
    await userEvent.keyboard('{ArrowLeft}');
    expect(slider.getAttribute('aria-valuetext')).toBe(
      'Week of Jan 12, 2026: Mean score no review',
    );
    await userEvent.click(scores.getByRole('button', { name: 'Table' }));
    const table = await scores.findByRole('table', { name: 'Mean score per week' });
    expect(
      within(table)
        .getAllByRole('row')
        .map((row) => [...row.children].map(({ textContent }) => textContent)),
    ).toEqual([
      ['Week', 'Mean score', 'Reviews'],
      ['Week of Jan 05, 2026', '2', '1'],
      ['Week of Jan 12, 2026', '–', '0'],
      ['Week of Jan 19, 2026', '3.76', '12'],
    ]);
    expect(tab.url()).toContain('scores=table');
    const url = stub.callsOf(`${ROUTE}/scores`)[0]?.url ?? '';
    expect(decodeURIComponent(url)).toContain(
      'start_datetime=2026-01-05T08:00:00.000Z&end_datetime=2026-02-02T08:00:00.000Z&stamp_project_id=1',
    );
  });

  it('TRAIN-24 is not there without a score, and says why it could not be loaded', async () => {
    serve([]);
    openAt(PAGE);
    await waitFor(() => expect(stub.callsOf(`${ROUTE}/scores`)).toHaveLength(1));
    await screen.findByRole('table', { name: 'Tasks' });
    expect(screen.queryByRole('region', { name: 'Scores' })).toBeNull();
    stub.on(`${ROUTE}/scores`, () => refusal('unavailable', 503, 'Later'));
    await press('All Time');
    const scores = await card();
    expect(await scores.findByText('Failed to load the scores')).toBeTruthy();
    serve([{ week: '2026-01-05', reviews: 1, mean: 2 }]);
    await userEvent.click(scores.getByRole('button', { name: 'Try Again' }));
    await screen.findByRole('slider', { name: 'Mean score per week, by week' });
  });
});
