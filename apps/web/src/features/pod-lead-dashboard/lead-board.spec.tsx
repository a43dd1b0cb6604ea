import { screen, waitFor } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { dashboardState } from '../../testing/live-server';
import { openAt, press, takeState } from '../../testing/render';
import { refusal, stubServer } from '../../testing/stub-server';
import { grant, signInAs } from '../../testing/users';
import { ann, ben, LAST, rowOf, THIS, trainers, WEEK_ROUTE, boardOn } from './spec-support/board';
import { sundayOf } from './week/weeks';

const stub = stubServer();
const { serve, open, openPage, servePod, pastWeek } = boardOn(stub);

describe('the lead board', () => {
  it('LEAD-1 is a page of the pod for users with pod-targets-manage', async () => {
    const { url } = openPage();
    await screen.findByRole('heading', { level: 1, name: 'Pod Lead Dashboard' });
    expect(screen.getByRole('link', { name: 'Lead Dashboard' })).toBeTruthy();
    await press('Previous week');
    expect(url()).toBe(`/pods/Kestrel/lead-dashboard?week=${LAST}`);
    await press('Next week');
    expect(url()).toBe('/pods/Kestrel/lead-dashboard');
  });

  it('LEAD-1 is refused without pod-targets-manage', async () => {
    servePod();
    signInAs(grant(1, 'pod-info-public-view'));
    const { url } = openAt('/pods/Kestrel/lead-dashboard');
    await waitFor(() => expect(url()).toBe('/'));
  });

  it('LEAD-1 LEAD-2 shows the work of each trainer, the smallest share first, and folds the others', async () => {
    open('pod-info-public-view');
    const rows = (await trainers()).getAllByRole('listitem');
    expect(rows.map(({ dataset }) => dataset['key'])).toEqual([ann.email, ben.email]);
    expect(rows[0]?.textContent).toContain('7 of 50');
    expect(rows[0]?.textContent).toContain('40 of 250');
    expect(rows[0]?.textContent).toContain('80.0%of what is due by nowNeeds Attention');
    expect(rows[1]?.textContent).toContain('90.0%of what is due by nowApproaching Target');
    expect(screen.queryByText('Leo')).toBeNull();
    await press('1 lead or reviewer');
    expect(rowOf('Leo')).toContain('Lead · leo@example.com');
  });

  it('LEAD-9 opens the tasks of a user in the week', async () => {
    open('pod-info-public-view');
    await trainers();
    expect(screen.getByRole('link', { name: 'Ann' }).getAttribute('href')).toBe(
      `/trainer-stats/ann%40example.com?start=${THIS}&end=${sundayOf(THIS)}`,
    );
  });

  it('LEAD-9 says that a user without pod-info-public-view sees only themselves', async () => {
    open();
    await screen.findByText(/You see only your own progress/);
    expect(screen.queryByRole('link', { name: 'Ann' })).toBeNull();
  });

  it('LEAD-10 sums up the trainers', async () => {
    open('pod-info-public-view');
    const card = async (name: string) => (await screen.findByRole('region', { name })).textContent;
    expect(await card('Tasks done')).toContain('16of 100 · 16.0% of the weekly target');
    expect(await card('Due by now')).toContain('80.0%of 20 tasks or 100 turns · Needs Attention');
    expect(await card('Needs Attention')).toContain('1of 2 trainers · 1 Approaching Target');
  });

  it('LEAD-16 has only progress and the week on a wall screen', async () => {
    const { url } = openPage();
    await trainers();
    expect(screen.getByRole('heading', { name: 'Weekly targets' })).toBeTruthy();
    expect(screen.getByRole('button', { name: '1 lead or reviewer' })).toBeTruthy();
    await press('Wall mode');
    expect(url()).toBe('/pods/Kestrel/lead-dashboard?kiosk=1');
    await waitFor(() =>
      expect(screen.queryByRole('heading', { name: 'Weekly targets' })).toBeNull(),
    );
    expect(screen.queryByRole('button', { name: '1 lead or reviewer' })).toBeNull();
    expect(screen.getByRole('group', { name: 'Week' })).toBeTruthy();
    await trainers();
  });

  it('LEAD-15 offers to try again after a failed load', async () => {
    stub.on(WEEK_ROUTE, () => refusal('internal', 500, 'Broken'));
    open('pod-info-public-view');
    await screen.findByText('No progress data');
    serve();
    await press('Try Again');
    expect((await trainers()).getByText('Ann')).toBeTruthy();
  });

  it('LEAD-15 removes numbers that the user may no longer see', async () => {
    open('pod-info-public-view');
    await trainers();
    await press('Previous week');
    await pastWeek();
    stub.on(WEEK_ROUTE, () => refusal('not-found', 404, 'Gone'));
    takeState({ topic: 'dashboard-changed', state: dashboardState(1, 9) });
    await screen.findByText('You cannot see this pod');
    expect(screen.queryByText('Ann')).toBeNull();
  });

  it('UI-187 says below the trainers that their last weeks could not be loaded, and loads them again', async () => {
    const history = 'GET /api/v1/pods/Kestrel/weekly-progress/history';
    stub.on(history, () => refusal('internal', 500, 'Broken'));
    open('pod-info-public-view');
    await trainers();
    await screen.findByText('The last eight weeks of the trainers could not be loaded');
    expect(screen.queryByText('Broken')).toBeNull();
    serve();
    await press('Try Again');
    await waitFor(() => expect(screen.queryByText(/last eight weeks .* loaded/)).toBeNull());
  });
});
