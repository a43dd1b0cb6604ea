import { DEFAULT_REPORTING_TIME_ZONE } from '@portal/contracts/constants';
import { dayOf } from '@portal/domain/periods';
import { cleanup, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { describe, expect, it } from 'vitest';
import { giveChartsSize } from '../../../testing/chart-size';
import { memberActivity, podActivity } from '../../../testing/pods';
import { openAt } from '../../../testing/render';
import { grant, signInAs } from '../../../testing/users';
import { MINE, PAGE, reviewDesk } from '../spec-support/desk';

const { stub } = reviewDesk();

/** All in the first hour of the day. */
function serveSixReviews(): void {
  stub.on(MINE, ({ url }) => {
    const hour = new URL(url, 'http://portal').searchParams.get('start_datetime') ?? '';
    return { json: { revision: 1, total: 6, contradicted: [], hours: [{ hour, reviews: 6 }] } };
  });
}

describe('my day', () => {
  it('DESK-13 shows the user’s own reviews of today', async () => {
    serveSixReviews();
    openAt(PAGE);
    const card = within(await screen.findByRole('region', { name: 'My day' }));
    await card.findByText('6 reviews of mine today');
    expect(card.getByText('Per active hour').parentElement?.textContent).toContain('6.0');
    const { searchParams } = new URL(stub.callsOf(MINE)[0]?.url ?? '', 'http://portal');
    expect(searchParams.get('project_id')).toBe('1');
    // Midnight in Los Angeles.
    expect(searchParams.get('start_datetime')).toMatch(/T0[78]:00:00.000Z$/);
  });

  it('DESK-41 is said beside the name of the pod, too, but for that of yesterday and on a wall', async () => {
    const activity = (at: Date) =>
      podActivity([], {
        today: dayOf(at, DEFAULT_REPORTING_TIME_ZONE),
        me: memberActivity('Zoe', { reviews_today: 6, sent_back_today: 2 }),
      });
    const ACTIVITY = 'GET /api/v1/pods/Kestrel/activity';
    stub.on(ACTIVITY, () => ({ json: activity(new Date()) }));
    const { open } = openAt(PAGE);
    const heading = await screen.findByRole('heading', { name: 'Reviewer Dashboard' });
    const line = () => heading.parentElement?.textContent;
    const text = 'Reviewer DashboardKestrel · 6 reviews by you today, 2 sent back';
    await waitFor(() => expect(line()).toBe(text));
    await open(`${PAGE}?kiosk=1`);
    expect(line()).toBe('Reviewer DashboardKestrel');
    cleanup();
    stub.on(ACTIVITY, () => ({ json: activity(new Date(Date.now() - 86_400_000)) }));
    const tab = openAt(PAGE);
    await screen.findByText(/^None of your verdicts/);
    await tab.idle();
    expect(screen.queryByText(/by you today/)).toBeNull();
  });

  it('DESK-37 NUM-12 WORK-93 shows the reviews of the week, and the share sent back with its number and interval', async () => {
    const me = memberActivity('Zoe', {
      reviews_week: 41,
      sent_back: { count: 4, of: 40, percent: 10, low: 2.8, high: 23.7 },
      ...{ sent_back_today: 1, sent_back_week: 2 },
    });
    stub.on('GET /api/v1/pods/Kestrel/activity', () => ({ json: podActivity([], { me }) }));
    serveSixReviews();
    openAt(PAGE);
    const card = within(await screen.findByRole('region', { name: 'My day' }));
    const share = await card.findByText(/^Sent back: /);
    expect(share.textContent).toBe(
      'Sent back: 1 today, 2 this week, 4 of 40 (10.0%) of your verdicts in the last 28 days, likely 2.8 to 23.7% (Los Angeles time). Counted are reviews and feedback that ask for rework.',
    );
    expect((await card.findByText('This week')).parentElement?.textContent).toContain('41');
    // NUM-12: the own numbers open without a further permission, those of other people do not.
    const buttons = await screen.findAllByRole('button', { name: /^Show tasks: / });
    expect(buttons.map((one) => one.getAttribute('aria-label')?.split(',')[0])).toEqual([
      'Show tasks: my reviews today',
      'Show tasks: my reviews this week',
      'Show tasks: tasks that I sent back today',
      'Show tasks: tasks that I sent back this week',
      'Show tasks: my verdicts that sent back',
    ]);
    signInAs(grant(1, 'trainer-feedback-add', 'pod-info-public-view'));
    await waitFor(() =>
      expect(screen.getAllByRole('button', { name: /^Show tasks: / }).length).toBeGreaterThan(5),
    );
  });

  it('DESK-13 shows the hours as a table, in the URL', async () => {
    giveChartsSize();
    serveSixReviews();
    const tab = openAt(PAGE);
    const card = within(await screen.findByRole('region', { name: 'My day' }));
    const chart = await card.findByRole('slider');
    expect(chart.getAttribute('aria-valuetext')).toBe('12 AM: Reviews 6');
    await userEvent.click(card.getByRole('button', { name: 'Table' }));
    const table = within(await card.findByRole('table', { name: /^My reviews by hour/ }));
    const [heading, first, second, ...others] = table.getAllByRole('row');
    expect(heading?.textContent).toBe('HourReviews');
    expect(first?.textContent).toBe('12 AM6');
    expect(second?.textContent).toBe('1 AM0');
    expect(others).toHaveLength(Number(chart.getAttribute('aria-valuemax')) - 2);
    expect(tab.url()).toContain('hours=table');
  });

  it('DESK-13 has a text for a day without reviews', async () => {
    openAt(PAGE);
    expect(await screen.findByText('No reviews yet today')).toBeTruthy();
  });
});

describe('access', () => {
  it('DESK-1 needs trainer-feedback-add', async () => {
    signInAs(grant(1, 'pod-info-public-view'));
    const tab = openAt(PAGE);
    await screen.findByText(/^You do not have permission to open that page/);
    expect(tab.url()).toBe('/');
  });
});
