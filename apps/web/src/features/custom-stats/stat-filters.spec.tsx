import { screen, waitFor, within } from '@testing-library/react';
import { bulkExecutionSchema } from '@portal/contracts/custom-stats';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { useProjectStore } from '../../lib/project-store';
import { done, stat } from '../../testing/custom-stats';
import { batch } from '../../testing/dashboard';
import { heldReply } from '../../testing/held-reply';
import { LiveServer } from '../../testing/live-server';
import { serveShell } from '../../testing/portal-stub';
import { openAt, press } from '../../testing/render';
import { stubServer } from '../../testing/stub-server';
import { grant, project, signInAs } from '../../testing/users';

const LIST = 'GET /api/v1/projects/1/custom-stats/';
const BULK = 'POST /api/v1/projects/1/custom-stats/bulk-execute';
const BATCHES = 'GET /api/v1/projects/1/batches';
const PAGE = '/custom-stats';

const stub = stubServer();
const live = new LiveServer();
live.attach(stub.server);

const card = (name: string) => within(screen.getByRole('region', { name }));
const hasGroup = (name: string) => screen.queryAllByRole('group', { name }).length > 0;
const paramsOf = (url: string) => new URL(url, 'http://portal').searchParams;
/** The statistics and the values of each call. */
const runs = () =>
  stub.callsOf(BULK).map(({ url, body }) => {
    const query = paramsOf(url);
    query.delete('run_id');
    return [bulkExecutionSchema.parse(JSON.parse(body)).stat_ids, query.toString()];
  });

const WHOLE = stat(1, { parameters: ['start_date', 'end_date', 'batch_ids'] });
const PLAIN = stat(2);
const DATED = stat(3, { parameters: ['start_date'] });

beforeEach(() => {
  serveShell(stub, [project(1, 'Atlas')]);
  stub.on(LIST, () => ({ json: [WHOLE, PLAIN, DATED] }));
  stub.on(BATCHES, () => ({ json: { epoch: '', revision: 1, batches: [batch(1), batch(2)] } }));
  stub.on('GET /api/v1/projects/1/alerts/', () => ({ json: [] }));
  // A row says what it was run with.
  stub.on(BULK, ({ url, body }) => {
    const query = paramsOf(url);
    const ran = query.getAll('batch_ids').join('+') || (query.get('start_date') ?? 'everything');
    const ids = bulkExecutionSchema.parse(JSON.parse(body)).stat_ids ?? [];
    return { json: { results: ids.map((id) => done(id, { data: [[ran, '1']] })) } };
  });
  signInAs(grant(1));
  useProjectStore.getState().select(1);
});

describe('filters of statistics', () => {
  it('CSTPAGE-63 are shown only for the parameters that a statistic uses', async () => {
    stub.on(LIST, () => ({ json: [PLAIN] }));
    openAt(PAGE);
    await screen.findByRole('region', { name: 'Statistic 2' });
    await card('Statistic 2').findByText('everything');
    expect([hasGroup('Date range'), hasGroup('Batches')]).toEqual([false, false]);
    expect(stub.callsOf(BATCHES)).toEqual([]);
  });

  it('CSTPAGE-63 are those of days for a statistic that uses a day', async () => {
    stub.on(LIST, () => ({ json: [PLAIN, DATED] }));
    openAt(PAGE);
    await waitFor(() => expect(hasGroup('Date range')).toBe(true));
    await screen.findByRole('region', { name: 'Statistic 3' });
    await card('Statistic 3').findByText('everything');
    expect(hasGroup('Batches')).toBe(false);
    expect(stub.callsOf(BATCHES)).toEqual([]);
  });

  it('CSTPAGE-63 come from the URL, and each card names those that it uses', async () => {
    openAt(`${PAGE}?start_date=2026-01-05&end_date=2026-01-11&batch_ids=2`);
    await screen.findByRole('region', { name: 'Statistic 1' });
    await card('Statistic 1').findByText('2');
    expect(card('Statistic 1').getByText('Jan 5 – 11, 2026, 1 batch')).toBeTruthy();
    expect(card('Statistic 3').getByText(/^days from /)).toBeTruthy();
    expect(card('Statistic 2').queryByText(/2026|batch$/)).toBeNull();
    expect(runs()[0]?.[1]).toBe('start_date=2026-01-05&end_date=2026-01-11&batch_ids=2');
  });

  it('CSTPAGE-64 a change runs the statistics that use it, which show no number of the filters before', async () => {
    stub.on(LIST, () => ({ json: [WHOLE, PLAIN] }));
    const { url } = openAt(`${PAGE}?start_date=2026-01-05`);
    await screen.findByRole('region', { name: 'Statistic 1' });
    await card('Statistic 1').findByText('2026-01-05');
    const before = runs().length;
    const { released, release } = heldReply();
    stub.on(BULK, async () => {
      await released;
      return { json: { results: [done(1, { data: [['of all time', '1']] })] } };
    });
    await press('All Time');
    await waitFor(() => expect(url()).not.toContain('start_date'));
    await waitFor(() => expect(card('Statistic 1').queryByText('2026-01-05')).toBeNull());
    expect(card('Statistic 2').getByText('2026-01-05')).toBeTruthy();
    release();
    await card('Statistic 1').findByText('of all time');
    expect(runs().slice(before)).toEqual([[[1], '']]);
  });

  it('CSTPAGE-64 the files of a statistic have the filters', async () => {
    const exported = 'GET /api/v1/projects/1/custom-stats/1/export';
    stub.on(exported, () => ({ text: 'a,b' }));
    vi.spyOn(URL, 'createObjectURL').mockReturnValue('blob:1');
    const click = vi.spyOn(HTMLAnchorElement.prototype, 'click').mockReturnValue();
    openAt(`${PAGE}?start_date=2026-01-05&batch_ids=2`);
    await screen.findByRole('region', { name: 'Statistic 1' });
    await press('Download JSON of Statistic 1');
    await waitFor(() => expect(click).toHaveBeenCalled());
    expect(stub.callsOf(exported).map(({ url }) => paramsOf(url).toString())).toEqual([
      'format=json&start_date=2026-01-05&batch_ids=2',
    ]);
    click.mockRestore();
  });
});
