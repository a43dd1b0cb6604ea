import { act, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { describe, expect, it } from 'vitest';
import { useUserZone } from '../../../lib/user-zone';
import { openAt, press } from '../../../testing/render';
import { refusal } from '../../../testing/stub-server';
import { counters, PAGE, queue, QUEUE, reviewDesk, rows, waiting } from '../spec-support/desk';

const { stub, push, openLive } = reviewDesk();

describe('what to review next', () => {
  it('DESK-11 WEB-64 lists the waiting tasks and follows a push', async () => {
    await openLive();
    const link = await screen.findByRole('link', { name: 'Review task 11 in the labeling tool' });
    expect(link.getAttribute('href')).toBe('https://tool.example/11');
    const [first, second] = rows();
    expect(first?.textContent).toContain('Ada Moss');
    expect(first?.textContent).toContain('Waits 3 days');
    act(() => useUserZone.setState({ zone: 'UTC+5:30' }));
    for (const age of screen.getAllByText('Waits 3 days')) {
      expect(age.title).toMatch(/[AP]M, UTC\+5:30$/);
    }
    expect(second?.querySelector('button')?.disabled).toBe(true);
    stub.on(QUEUE, () => queue([waiting(12)], 2));
    push(counters(6, 4, 2));
    await waitFor(() => expect(screen.queryByText(/Task 11/)).toBeNull());
    expect(screen.getByText(/Task 12/)).toBeTruthy();
  });

  it('DESK-11 says that appeals are first, where some wait', async () => {
    openAt(PAGE);
    await screen.findByText(/for a first review, oldest first$/);
    stub.on(QUEUE, () => queue([waiting(12, { is_appealed: true }), waiting(11)], 2));
    push(counters(6, 4, 2));
    await screen.findByText(/for a first review, appeals first, then the oldest$/);
  });

  it('DESK-11 has its page in the URL', async () => {
    const all = Array.from({ length: 20 }, (_, index) => waiting(index + 1));
    stub.on(QUEUE, ({ url }) =>
      url.includes('page=2') ? queue([waiting(99)], 1, 21) : queue(all, 1, 21),
    );
    const tab = openAt(PAGE);
    await press('Next page');
    await screen.findByText(/Task 99/);
    expect(tab.url()).toBe(`${PAGE}?page=2`);
  });

  it('DESK-34 shows batch, model and how long each task waits', async () => {
    stub.on(QUEUE, () =>
      queue([waiting(11, { target_model: 'opus' }), waiting(12, { batch_name: 'Batch 7' })]),
    );
    openAt(PAGE);
    await screen.findByText(/Task 11/);
    const [first, second] = rows();
    expect(first?.textContent).toContain('Winteropus');
    expect(second?.textContent).toContain('Batch 7No model');
  });

  it('DESK-32 filters by what waits, in the URL, and shows a filter of a link that nothing passes', async () => {
    const tab = openAt(`${PAGE}?model=haiku&page=2`);
    expect((await screen.findByRole('combobox', { name: 'Model' })).textContent).toBe('haiku');
    const choose = async (field: string, option: string) => {
      await userEvent.click(screen.getByRole('combobox', { name: field }));
      await userEvent.click(await screen.findByRole('option', { name: option }));
    };
    await choose('Batch', 'Winter (3)');
    await choose('Sent back for', 'Too short (1)');
    await choose('Waits for', '2 weeks or more');
    await choose('Model', 'All');
    expect(tab.url()).toBe(`${PAGE}?batch=1&reason=Too+short&days=14`);
    await userEvent.type(screen.getByRole('searchbox', { name: 'Search waiting tasks' }), 'tess');
    await waitFor(() =>
      expect(stub.callsOf(QUEUE).at(-1)?.url).toContain(
        'turing_batch_id=1&waiting_days=14&reason=Too+short&search=tess',
      ),
    );
    expect(tab.url()).toContain('search=tess');
  });

  it('DESK-11 shows the oldest twelve on a wall screen, without my day', async () => {
    openAt(`${PAGE}?kiosk=1&page=2`);
    await screen.findByText(/Task 11/);
    expect(stub.callsOf(QUEUE)[0]?.url).toContain('page=1&size=12');
    expect(screen.queryByRole('region', { name: 'My day' })).toBeNull();
  });

  it('DESK-12 says that nothing waits', async () => {
    stub.on(QUEUE, () => queue([]));
    openAt(PAGE);
    expect(await screen.findByText('Nothing waits')).toBeTruthy();
  });

  it('DESK-12 says that the queue could not be loaded', async () => {
    stub.on(QUEUE, () => refusal('internal', 500, 'The database is away'));
    openAt(PAGE);
    await screen.findByText('Failed to load the review queue');
    expect(screen.getByText('The database is away')).toBeTruthy();
    expect(screen.queryByText('Nothing waits')).toBeNull();
    stub.on(QUEUE, () => queue([waiting(11)]));
    await press('Try Again');
    await screen.findByText(/Task 11/);
  });
});
