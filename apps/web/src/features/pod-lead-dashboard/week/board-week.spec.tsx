import { screen, waitFor } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { dashboardState } from '../../../testing/live-server';
import { heldReply } from '../../../testing/held-reply';
import { press, takeState } from '../../../testing/render';
import { stubServer } from '../../../testing/stub-server';
import { ann, LAST, rowOf, THIS, trainers, week, WEEK_ROUTE, boardOn } from '../spec-support/board';
import { formatWeek, sundayOf, weeksFrom } from '../week/weeks';

const stub = stubServer();
const { serve, open, openPage, pastWeek } = boardOn(stub);

describe('the week of the lead board', () => {
  it('LEAD-5 fetches a past week again when its project changes', async () => {
    open('pod-info-public-view');
    await trainers();
    await press('Previous week');
    await pastWeek();
    serve({ revision: 2, members: [{ ...ann, tasks: 13 }] });
    takeState({ topic: 'dashboard-changed', state: dashboardState(1, 2) });
    await waitFor(() => expect(rowOf('Ann')).toContain('13 of 50'));
  });

  it('LEAD-29 shows a week to come, in which nothing is due yet', async () => {
    open('pod-info-public-view');
    await trainers();
    serve({ members: [{ ...ann, tasks: 0, percent: 0, level: null, level_percent: null }] });
    await press('Next week');
    await waitFor(() => expect(rowOf('Ann')).toContain('0 of 50'));
    expect(stub.callsOf(WEEK_ROUTE).at(-1)?.url).toContain(`week_start=${weeksFrom(THIS, 1)}`);
    expect(rowOf('Ann')).toContain('Nothing due yet');
    expect(screen.getByText(/^Next week · /)).toBeTruthy();
  });

  it.each(['2026-13-99', '2026-11-24', 'soon'])(
    'LEAD-29 says that %s is not a week, and shows this one',
    async (text) => {
      openPage(`?week=${text}`);
      await trainers();
      expect(screen.getByText(new RegExp(`“${text}” is not the Monday of a week`))).toBeTruthy();
      expect(screen.getByText(formatWeek(THIS))).toBeTruthy();
    },
  );

  it('LEAD-27 dims the numbers of this week, with its days, until those of another arrive', async () => {
    open('pod-info-public-view');
    await trainers();
    const { released, release } = heldReply();
    stub.on(WEEK_ROUTE, async () => {
      await released;
      return { json: week({ week_start: LAST, members: [{ ...ann, tasks: 31 }] }) };
    });
    await press('Previous week');
    await pastWeek();
    await screen.findByText(`Still showing ${formatWeek(THIS)}`);
    expect(rowOf('Ann')).toContain('7 of 50');
    // The age is that of the numbers, and not of those that are awaited.
    expect(document.body.textContent).not.toContain('Stale');
    release();
    await waitFor(() => expect(rowOf('Ann')).toContain('31 of 50'));
    expect(screen.queryByText(/Still showing/)).toBeNull();
  });

  it('LEAD-30 without a connection, last week is not this week after its Sunday', async () => {
    serve({ week_start: LAST, week_end: sundayOf(LAST) });
    open('pod-info-public-view');
    await trainers();
    expect(await screen.findByText(`Still showing ${formatWeek(LAST)}`)).toBeTruthy();
  });
});
