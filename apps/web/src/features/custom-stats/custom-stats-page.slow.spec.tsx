import { act, screen, waitFor, within } from '@testing-library/react';
import { bulkExecutionSchema } from '@portal/contracts/custom-stats';
import userEvent from '@testing-library/user-event';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { useProjectStore } from '../../lib/project-store';
import { dashboardState, LiveServer, roomState } from '../../testing/live-server';
import { serveShell } from '../../testing/portal-stub';
import { openAt, press } from '../../testing/render';
import { refusal, stubServer, type Reply } from '../../testing/stub-server';
import { grant, project, signInAs } from '../../testing/users';
import { done, stat } from '../../testing/custom-stats';

const LIST = 'GET /api/v1/projects/1/custom-stats/';
const BULK = 'POST /api/v1/projects/1/custom-stats/bulk-execute';
const PAGE = '/custom-stats';

const stub = stubServer();
const live = new LiveServer();
live.attach(stub.server);

const card = (name: string) => within(screen.getByRole('region', { name }));
const shown = (name: string) => screen.findByRole('region', { name });
const calls = () => stub.callsOf(BULK).map(({ body }): unknown => JSON.parse(body));
const runIds = () => stub.callsOf(BULK).map(({ url }) => url.split('run_id=')[1] ?? '');
const cancelled = () =>
  stub.calls.flatMap(({ url }) => /runs\/(.+)\/cancel$/.exec(url)?.slice(1) ?? []);

/** The ids in the body of a bulk call. */
function idsOf(body: string): number[] {
  return bulkExecutionSchema.parse(JSON.parse(body)).stat_ids ?? [];
}

/** Answers each statistic with a result, except those in `items`. */
function serveResults(items: Readonly<Record<number, unknown>> = {}): void {
  stub.on(BULK, ({ body }) => {
    const ids = idsOf(body);
    return { json: { results: ids.map((id) => items[id] ?? done(id)) } };
  });
}

/** A response that waits until it is released. */
function pausedResponse() {
  let release: (reply: Reply) => void = () => undefined;
  const reply = new Promise<Reply>((resolve) => {
    release = resolve;
  });
  return { reply, release };
}

beforeEach(() => {
  live.subscribeAck = ({ project_id }) => ({
    ok: true,
    epoch: '',
    revision: 1,
    state: roomState(project_id, 1),
  });
  serveShell(stub, [project(1, 'Atlas'), project(2, 'Borealis')]);
  stub.on(LIST, () => ({ json: [stat(1), stat(2, { default_chart_type: 'bar' })] }));
  stub.on('GET /api/v1/projects/2/custom-stats/', () => ({ json: [] }));
  stub.on('GET /api/v1/projects/1/alerts/', () => ({ json: [] }));
  serveResults();
  signInAs(grant(1), grant(2));
  useProjectStore.getState().select(1);
});

describe('the page', () => {
  it('CSTPAGE-27 marks the statistics for leads', async () => {
    const leads = stat(2, { audience: 'leads', sql_query: null });
    stub.on(LIST, () => ({ json: [stat(1, { sql_query: null }), leads] }));
    openAt(PAGE);
    await shown('Statistic 2');
    expect(card('Statistic 2').getByText('Leads')).toBeTruthy();
    expect(card('Statistic 1').queryByText('Leads')).toBeNull();
    // Its run does not reach into the next test.
    await waitFor(() => expect(card('Statistic 2').getByText('completed')).toBeTruthy());
  });

  it('CSTPAGE-1 runs all statistics in one call and names the project', async () => {
    openAt(PAGE);
    await shown('Statistic 1');
    await waitFor(() => expect(card('Statistic 1').getByText('completed')).toBeTruthy());
    expect(calls()).toEqual([{ stat_ids: [1, 2] }]);
    const main = within(screen.getByRole('main'));
    expect(main.getByRole('heading', { level: 1, name: 'Custom Statistics' })).toBeTruthy();
    expect(await main.findByText('Atlas', { selector: 'p span' })).toBeTruthy();
    expect(screen.getByRole('link', { name: 'Back to Dashboard' }).getAttribute('href')).toBe(
      '/dashboard',
    );
  });

  it('CSTPAGE-1 Refresh runs them again and fetches the list', async () => {
    openAt(PAGE);
    await waitFor(() => expect(calls()).toHaveLength(1));
    await shown('Statistic 1');
    await card('Statistic 1').findByText('completed');
    await press('Refresh');
    await waitFor(() => expect(calls()).toEqual([{ stat_ids: [1, 2] }, { stat_ids: [1, 2] }]));
    expect(stub.callsOf(LIST).length).toBe(2);
  });

  it('CSTPAGE-38 shows a statistic that somebody added, and runs only that one', async () => {
    openAt(PAGE);
    await shown('Statistic 1');
    await card('Statistic 1').findByText('completed');
    await screen.findByText('Updates live');
    stub.on(LIST, () => ({ json: [stat(1), stat(2), stat(3)] }));
    act(() => live.emitAnything('records-changed', { records: 'custom_stat' }));
    await shown('Statistic 3');
    await waitFor(() => expect(calls().at(-1)).toEqual({ stat_ids: [3] }));
  });

  it('CSTPAGE-2 without a project asks for one', async () => {
    serveShell(stub, []);
    openAt(PAGE);
    await screen.findByText(
      'Please select a project from the sidebar to view its custom statistics.',
    );
    expect(screen.getByRole('button', { name: 'Refresh' }).hasAttribute('disabled')).toBe(true);
  });

  it('CSTPAGE-2 without statistics refers members to the administrator, and offers managers to create one', async () => {
    stub.on(LIST, () => ({ json: [] }));
    openAt(PAGE);
    await screen.findByText('No Custom Statistics');
    expect(
      screen.getByText('Please contact the project administrator to create custom statistics.'),
    ).toBeTruthy();
    expect(screen.queryByRole('button', { name: 'Create Custom Stats' })).toBeNull();
    act(() => void signInAs(grant(1, 'project-admin')));
    expect(await screen.findByRole('button', { name: 'Create Custom Stats' })).toBeTruthy();
    expect(screen.getByRole('button', { name: 'View Examples' })).toBeTruthy();
  });

  it('CSTPAGE-2 UI-40 a list that fails can be loaded again', async () => {
    stub.on(LIST, () => refusal('internal', 500, 'Broken'));
    openAt(PAGE);
    await screen.findByText('Failed to load custom statistics');
    stub.on(LIST, () => ({ json: [stat(1)] }));
    await press('Try Again');
    await shown('Statistic 1');
    await waitFor(() => expect(screen.queryByText('Failed to load custom statistics')).toBeNull());
    await waitFor(() => expect(document.activeElement?.textContent).toBe('Custom Statistics'));
  });

  it('CSTPAGE-3 selecting another project shows its statistics', async () => {
    openAt(PAGE);
    await shown('Statistic 1');
    act(() => void useProjectStore.getState().select(2));
    await screen.findByText('No Custom Statistics');
    expect(screen.queryByText('Statistic 1')).toBeNull();
  });
});

describe('runs', () => {
  // The stub has no route for the ids of runs.
  beforeEach(() => void vi.spyOn(console, 'error').mockReturnValue());

  it('CSTPAGE-4 UI-40 a running card shows the time; Cancel ends the run and the others go on', async () => {
    const { reply } = pausedResponse();
    stub.on(BULK, () => reply);
    openAt(PAGE);
    await shown('Statistic 1');
    await card('Statistic 1').findByText('Running · 0 s');
    await waitFor(() => expect(calls()).toHaveLength(1));
    serveResults();
    await userEvent.click(card('Statistic 1').getByRole('button', { name: 'Cancel' }));
    await card('Statistic 1').findByText('Ready to Execute');
    await waitFor(() => expect(document.activeElement?.textContent).toBe('Statistic 1'));
    await waitFor(() => expect(calls().at(-1)).toEqual({ stat_ids: [2] }));
    await waitFor(() => expect(cancelled()).toEqual(runIds().slice(0, 1)));
    await userEvent.click(card('Statistic 1').getByRole('button', { name: 'Run' }));
    await card('Statistic 1').findByText('completed');
    expect(calls().at(-1)).toEqual({ stat_ids: [1] });
  });

  it('CSTPAGE-4 leaving the page cancels the run', async () => {
    const { reply } = pausedResponse();
    stub.on(BULK, () => reply);
    openAt(PAGE);
    await shown('Statistic 1');
    await waitFor(() => expect(calls()).toHaveLength(1));
    await userEvent.click(screen.getByRole('link', { name: 'Back to Dashboard' }));
    await waitFor(() => expect(cancelled()).toContain(runIds()[0]));
  });

  it('CSTPAGE-5 shows a query error with its position, and runs again', async () => {
    const error = {
      code: 'query-failed',
      detail: 'The query failed',
      errors: [{ pointer: '/sql_query', detail: 'division by zero', line: 2, column: 6 }],
    };
    serveResults({ 1: { stat_id: 1, error } });
    openAt(PAGE);
    await shown('Statistic 1');
    await card('Statistic 1').findByText('Query Error');
    expect(card('Statistic 1').getByText('division by zero')).toBeTruthy();
    expect(card('Statistic 1').getByText('Line 2, column 6')).toBeTruthy();
    serveResults();
    await userEvent.click(card('Statistic 1').getByRole('button', { name: 'Run again' }));
    await card('Statistic 1').findByText('completed');
  });

  it('CSTPAGE-5 a call without a response is a query error of each card', async () => {
    stub.on(BULK, () => ({ status: 500, text: 'gone' }));
    openAt(PAGE);
    await shown('Statistic 1');
    await card('Statistic 1').findByText('Failed to execute query');
    expect(card('Statistic 2').getByText('Query Error')).toBeTruthy();
  });

  it('CSTPAGE-5 shows that a query returned nothing', async () => {
    serveResults({ 1: done(1, { data: [] }) });
    openAt(PAGE);
    await shown('Statistic 1');
    await card('Statistic 1').findByText('No Data');
    expect(card('Statistic 1').getByText('No results returned by this query')).toBeTruthy();
    expect(card('Statistic 1').queryByRole('button', { name: /^Download/ })).toBeNull();
  });

  it('CSTPAGE-6 a result that is too large together is requested alone', async () => {
    stub.on(BULK, ({ body }) => {
      const ids = idsOf(body);
      const error = { code: 'query-too-large', detail: 'Request this one alone' };
      return {
        json: {
          results: ids.map((id) => (ids.length > 1 && id === 2 ? { stat_id: 2, error } : done(id))),
        },
      };
    });
    openAt(PAGE);
    await shown('Statistic 2');
    await waitFor(() => expect(calls()).toEqual([{ stat_ids: [1, 2] }, { stat_ids: [2] }]));
    await card('Statistic 2').findByText('2 rows');
  });

  it('CSTPAGE-7 runs again when the revision grows, and keeps the result until then', async () => {
    openAt(PAGE);
    await shown('Statistic 1');
    await card('Statistic 1').findByText('12');
    await screen.findByText('Updates live');
    const { reply, release } = pausedResponse();
    stub.on(BULK, () => reply);
    live.emitAnything('dashboard-changed', dashboardState(1, 5));
    await waitFor(() => expect(calls()).toHaveLength(2));
    expect(card('Statistic 1').getByText('12')).toBeTruthy();
    const next = { revision: 5, data: [['completed', '13']] };
    release({ json: { results: [done(1, next), done(2, next)] } });
    await card('Statistic 1').findByText('13');
    expect(calls()).toHaveLength(2);
  });

  it('CSTPAGE-4 CSTPAGE-7 UI-40 the row of a run over the last result takes no place in its card', async () => {
    openAt(PAGE);
    await shown('Statistic 1');
    await card('Statistic 1').findByText('12');
    await screen.findByText('Updates live');
    const { reply } = pausedResponse();
    stub.on(BULK, () => reply);
    live.emitAnything('dashboard-changed', dashboardState(1, 5));
    await waitFor(() => expect(calls()).toHaveLength(2));
    const now = Date.now();
    vi.spyOn(Date, 'now').mockImplementation(() => now + 3_000);
    const row = (await card('Statistic 1').findByText(/^Updating · /)).parentElement;
    expect(row && getComputedStyle(row).position).toBe('absolute');
    const cancel = card('Statistic 1').getByRole('button', { name: 'Cancel' });
    serveResults();
    cancel.focus();
    await userEvent.keyboard('{Enter}');
    await card('Statistic 1').findByText('The last run was cancelled');
    await waitFor(() => expect(document.activeElement?.textContent).toBe('Statistic 1'));
    // The run of the other one does not reach into the next test.
    await waitFor(() => expect(calls().at(-1)).toEqual({ stat_ids: [2] }));
    await waitFor(() => expect(card('Statistic 2').queryByText(/^Updating · /)).toBeNull());
  });

  it('CSTPAGE-8 an inactive statistic runs only on request, and only managers see it', async () => {
    signInAs(grant(1, 'admin-view'));
    stub.on(LIST, () => ({ json: [stat(1), stat(2, { is_active: false })] }));
    openAt(PAGE);
    await shown('Statistic 2');
    await card('Statistic 1').findByText('completed');
    expect(calls()).toEqual([{ stat_ids: [1] }]);
    expect(stub.callsOf(LIST)[0]?.url).toContain('active_only=false');
    expect(card('Statistic 2').getByText('Inactive')).toBeTruthy();
    expect(card('Statistic 2').getByText('Ready to Execute')).toBeTruthy();
    await userEvent.click(card('Statistic 2').getByRole('button', { name: 'Run' }));
    await card('Statistic 2').findByText('completed');
  });
});

describe('views', () => {
  it('CSTPAGE-10 offers the supported views and keeps the choice in the URL', async () => {
    stub.on(LIST, () => ({ json: [stat(1, { supported_chart_types: ['table', 'bar'] })] }));
    const { url } = openAt(`${PAGE}?view=1-line`);
    await shown('Statistic 1');
    await card('Statistic 1').findByRole('table');
    expect(card('Statistic 1').queryByRole('button', { name: 'Line chart' })).toBeNull();
    await userEvent.click(card('Statistic 1').getByRole('button', { name: 'Bar chart' }));
    expect(url()).toBe(`${PAGE}?project=1&view=1-bar`);
    await waitFor(() => expect(card('Statistic 1').queryByRole('table')).toBeNull());
    await userEvent.click(card('Statistic 1').getByRole('button', { name: 'Table' }));
    expect(url()).toBe(`${PAGE}?project=1`);
  });

  it('CSTPAGE-10 a doughnut has a legend with the exact numbers', async () => {
    stub.on(LIST, () => ({ json: [stat(1, { default_chart_type: 'doughnut' })] }));
    const exact = '12345678901234567890.123456789';
    serveResults({
      1: done(1, {
        data: [
          ['completed', exact],
          ['pending', '0'],
        ],
      }),
    });
    openAt(PAGE);
    await shown('Statistic 1');
    const legend = await card('Statistic 1').findByRole('listbox', { name: /^Legend of/ });
    expect(within(legend).getByText('12,345,678,901,234,567,890.123456789')).toBeTruthy();
    expect(within(legend).getByText('100.0%')).toBeTruthy();
  });

  it('CSTPAGE-11 shows 10 rows per page, and how many of them were returned', async () => {
    const data = Array.from({ length: 12 }, (_, index) => [`user ${index + 1}`, String(index)]);
    serveResults({ 1: done(1, { data, truncated: true }) });
    openAt(PAGE);
    await shown('Statistic 1');
    await card('Statistic 1').findByText('user 10');
    expect(card('Statistic 1').queryByText('user 11')).toBeNull();
    expect(card('Statistic 1').getByText('1–10 of 12')).toBeTruthy();
    expect(card('Statistic 1').getByText(/^First 12 rows;/)).toBeTruthy();
    await userEvent.click(card('Statistic 1').getByRole('button', { name: 'Next page' }));
    expect(card('Statistic 1').getByText('user 12')).toBeTruthy();
    expect(card('Statistic 1').queryByText('user 10')).toBeNull();
  });

  it('CSTPAGE-16 sorts all rows by a column: ascending, descending, as sent', async () => {
    const data = Array.from({ length: 12 }, (_, index) => [`user ${12 - index}`, String(index)]);
    serveResults({ 1: done(1, { data }) });
    openAt(PAGE);
    await shown('Statistic 1');
    await card('Statistic 1').findByText('user 12');
    const firstRow = () => card('Statistic 1').getAllByRole('row')[1]?.textContent;
    const header = () => card('Statistic 1').getByRole('columnheader', { name: 'status' });
    const sort = () => userEvent.click(card('Statistic 1').getByRole('button', { name: 'status' }));
    await userEvent.click(card('Statistic 1').getByRole('button', { name: 'Next page' }));
    await sort();
    // From the first page; this row was on the second.
    expect(firstRow()).toBe('user 111');
    expect(header().getAttribute('aria-sort')).toBe('ascending');
    await sort();
    expect(firstRow()).toBe('user 120');
    expect(header().getAttribute('aria-sort')).toBe('descending');
    await userEvent.click(card('Statistic 1').getByRole('button', { name: 'tasks' }));
    expect(header().hasAttribute('aria-sort')).toBe(false);
    await sort();
    await sort();
    await sort();
    expect(firstRow()).toBe('user 120');
    expect(header().hasAttribute('aria-sort')).toBe(false);
  });

  it('CSTPAGE-12 shows 5 rows per group with subtotals and the grand total', async () => {
    const rows = Array.from({ length: 7 }, (_, index) => ['completed', String(index)]);
    const groups = [
      { group_key: 'completed', group_data: rows, row_count: 7, subtotals: [null, '21'] },
      { group_key: null, group_data: [[null, '4']], row_count: 1, subtotals: [null, '4'] },
    ];
    const aggregated = { data: [...rows, [null, '4']], aggregated_data: groups };
    serveResults({ 1: done(1, { ...aggregated, grand_totals: [null, '25'] }) });
    openAt(PAGE);
    await shown('Statistic 1');
    await card('Statistic 1').findByText('1–5 of 7');
    const rowOf = (text: string) =>
      card('Statistic 1')
        .getAllByRole('row', { name: new RegExp(text) })
        .map((row) => row.textContent);
    expect(rowOf('Subtotal')).toEqual(['Subtotal (sum) 21', 'Subtotal (sum) 4']);
    expect(rowOf('Grand total')).toEqual(['Grand total (sum) 25']);
    expect(card('Statistic 1').getAllByRole('cell', { name: 'Completed' })).toHaveLength(5);
    await userEvent.click(card('Statistic 1').getByRole('button', { name: 'Next page' }));
    expect(card('Statistic 1').getAllByRole('cell', { name: 'Completed' })).toHaveLength(2);
  });

  it('CSTPAGE-13 downloads all rows by the export route, only from a table with data', async () => {
    const name = 'Tasks & turns/week';
    stub.on(LIST, () => ({ json: [stat(1, { name })] }));
    stub.on('GET /api/v1/projects/1/custom-stats/1/export', () => ({ text: 'a,b' }));
    vi.spyOn(URL, 'createObjectURL').mockReturnValue('blob:1');
    const names: string[] = [];
    vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function (
      this: HTMLAnchorElement,
    ) {
      names.push(this.download);
    });
    openAt(PAGE);
    await press(`Download CSV of ${name}`);
    await press(`Download JSON of ${name}`);
    await waitFor(() =>
      expect(names).toEqual(['Tasks___turns_week.csv', 'Tasks___turns_week.json']),
    );
    expect(
      stub.callsOf('GET /api/v1/projects/1/custom-stats/1/export').map(({ url }) => url),
    ).toEqual([
      '/api/v1/projects/1/custom-stats/1/export?format=csv',
      '/api/v1/projects/1/custom-stats/1/export?format=json',
    ]);
    vi.mocked(HTMLAnchorElement.prototype.click).mockRestore();
    await userEvent.click(screen.getByRole('button', { name: 'Bar chart' }));
    expect(screen.queryByRole('button', { name: `Download CSV of ${name}` })).toBeNull();
  });
});
