import { act, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { DEFAULT_REPORTING_TIME_ZONE as ZONE } from '@portal/contracts/constants';
import { dayOf, daysOf, eachDay, instantsOf } from '@portal/domain/periods';
import { describe, expect, it } from 'vitest';
import { formatDay } from '../../lib/format';
import { serveShell } from '../../testing/portal-stub';
import { renderAlone } from '../../testing/render';
import { stubServer } from '../../testing/stub-server';
import { grant, signInAs } from '../../testing/users';
import { podStats, workOn } from '../../testing/work';
import { daysShown, trendsOf } from './members';
import type { Span } from './api';
import { TeamStats } from './team-stats';

const ROUTE = 'GET /api/v1/tasks/pod-stats';
const stub = stubServer();
const today = dayOf(new Date(), ZONE);

describe('task stats by users', () => {
  it('TEAM-10 TEAM-12 reports the period, and shows the members of a pod', async () => {
    serveShell(stub);
    stub.on(ROUTE, () => podStats([workOn(today, 'ada@example.com', 1)]));
    signInAs(grant(1));
    const spans: Span[] = [];
    const report = (span: Span) => spans.push(span);
    renderAlone(<TeamStats projectId={1} podName="Pod / 1" onRangeUpdate={report} />);
    await waitFor(() => expect(spans).toEqual([instantsOf(daysOf('this_week', today), ZONE)]));
    await userEvent.click(screen.getByRole('button', { name: 'Last Week' }));
    expect(spans.at(-1)).toEqual(instantsOf(daysOf('last_week', today), ZONE));
    const last = instantsOf(daysOf('last_week', today), ZONE).start.toISOString();
    await waitFor(() =>
      expect(
        stub
          .callsOf(ROUTE)
          .map(({ url }) => decodeURIComponent(url))
          .join(),
      ).toContain(last),
    );
    for (const { url } of stub.callsOf(ROUTE)) expect(url).toContain('pod_name=Pod+%2F+1');
  });

  it('NUM-4 the completed tasks of a member open in a list, with the period and the person', async () => {
    serveShell(stub);
    stub.on(ROUTE, () => podStats([workOn(today, 'ada@example.com', 3)]));
    stub.on('GET /api/v1/tasks/by-number', () => ({
      json: { epoch: '', revision: 1, items: [], total: 3, page: 1, size: 20 },
    }));
    signInAs(grant(1));
    renderAlone(<TeamStats projectId={1} />);
    const [number] = await screen.findAllByRole('button', {
      name: /^Show tasks: completed by .*, 3$/,
    });
    if (!number) throw new Error('no number');
    await userEvent.click(number);
    expect(await screen.findByText('3 tasks, largest id first')).toBeTruthy();
    const [call] = stub.callsOf('GET /api/v1/tasks/by-number');
    const query = Object.fromEntries(new URL(call?.url ?? '', 'http://portal').searchParams);
    const { start, end } = instantsOf(daysOf('this_week', today), ZONE);
    expect(query).toMatchObject({
      ...{ project_id: '1', number: 'completed_in_period', user_email: 'ada@example.com' },
      ...{ start_datetime: start.toISOString(), end_datetime: end.toISOString() },
    });
  });

  it('NUM-4 the bar of a day opens the tasks of the member on that day', async () => {
    serveShell(stub);
    stub.on(ROUTE, () => podStats([workOn(today, 'ada@example.com', 3)]));
    stub.on('GET /api/v1/tasks/by-number', () => ({
      json: { epoch: '', revision: 1, items: [], total: 3, page: 1, size: 20 },
    }));
    signInAs(grant(1));
    renderAlone(<TeamStats projectId={1} />);
    const bars = await screen.findByRole('slider', { name: /^Tasks per day of / });
    act(() => bars.focus());
    const { first } = daysOf('this_week', today);
    await userEvent.keyboard('{Home}');
    expect(bars.getAttribute('aria-valuetext')).toMatch(new RegExp(`^${formatDay(first)}: `));
    for (const day of eachDay({ first, last: today }).slice(1)) {
      await userEvent.keyboard('{ArrowRight}');
      expect(bars.getAttribute('aria-valuetext')).toMatch(new RegExp(`^${formatDay(day)}: `));
    }
    expect(bars.getAttribute('aria-valuetext')).toBe(`${formatDay(today)}: 3`);
    await userEvent.keyboard('{Enter}');
    expect(await screen.findByText('3 tasks, largest id first')).toBeTruthy();
    const [call] = stub.callsOf('GET /api/v1/tasks/by-number');
    const query = Object.fromEntries(new URL(call?.url ?? '', 'http://portal').searchParams);
    const { start, end } = instantsOf({ first: today, last: today }, ZONE);
    expect(query).toMatchObject({
      ...{ number: 'completed_in_period', user_email: 'ada@example.com' },
      ...{ start_datetime: start.toISOString(), end_datetime: end.toISOString() },
    });
  });

  it('NUM-4 NUM-9 the sums open in a list, those of the last 24 hours with the instants that were asked for', async () => {
    serveShell(stub);
    stub.on(ROUTE, () =>
      podStats([workOn(today, 'ada@example.com', 3), workOn(today, 'ben@example.com', 2)]),
    );
    stub.on('GET /api/v1/tasks/by-number', () => ({
      json: { epoch: '', revision: 1, items: [], total: 5, page: 1, size: 20 },
    }));
    signInAs(grant(1));
    renderAlone(<TeamStats projectId={1} podName="Kestrel" />);
    const name = 'Show tasks: completed, Last 24 Hours, 5';
    await userEvent.click(await screen.findByRole('button', { name }));
    expect(await screen.findByText('5 tasks, largest id first')).toBeTruthy();
    const queryOf = (url = '') => new URL(url, 'http://portal').searchParams;
    const query = queryOf(stub.callsOf('GET /api/v1/tasks/by-number')[0]?.url);
    expect(Object.fromEntries(query)).toMatchObject({
      ...{ project_id: '1', number: 'completed_by_users', pod_name: 'Kestrel' },
    });
    const asked = stub.callsOf(ROUTE).map(({ url }) => queryOf(url).get('start_datetime'));
    expect(asked).toContain(query.get('start_datetime'));
    const [start, end] = [query.get('start_datetime'), query.get('end_datetime')];
    expect(Date.parse(end ?? '') - Date.parse(start ?? '')).toBe(86_400_000);
  });

  it('TEAM-7 has no numbers for days that have not come', () => {
    const days = ['2026-03-19', '2026-03-20', '2026-03-21'];
    const row = workOn('2026-03-20', 'ada@example.com', 3);
    const { series } = trendsOf([row], days, 'tasks', '2026-03-20');
    expect(series.map(({ values, texts }) => ({ values, texts }))).toEqual([
      { values: [0, 3, null], texts: ['0', '3', '–'] },
    ]);
  });

  it('TEAM-7 shows a whole week, and a month until today', () => {
    const month = { first: '2026-03-01', last: '2026-03-31' };
    expect(daysShown(month, '2026-03-20')).toHaveLength(20);
    expect(daysShown(month, '2026-03-02')).toHaveLength(7);
    expect(daysShown(month, '2026-04-02')).toHaveLength(31);
    expect(daysShown({ first: '2026-03-02', last: '2026-03-08' }, '2026-03-02')).toHaveLength(7);
    expect(daysShown({ first: '2026-03-02', last: '2026-03-02' }, '2026-03-20')).toEqual([
      '2026-03-02',
    ]);
  });
});
