import type { ProjectWork } from '@portal/contracts/projects-work';
import type { System } from '@portal/contracts/system';
import { screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, describe, expect, it } from 'vitest';
import { LiveServer } from '../../testing/live-server';
import { serveShell } from '../../testing/portal-stub';
import { openAt, press } from '../../testing/render';
import { refusal, stubServer } from '../../testing/stub-server';
import { grant, project, signInAs } from '../../testing/users';
import { podStats, userTask, userTasks } from '../../testing/work';
import { linesOf } from './portal-now';

const stub = stubServer();
new LiveServer().attach(stub.server);

const WORK = 'GET /api/v1/projects/work';
const NOW = Date.parse('2026-01-05T12:00:00Z');

const atlas: ProjectWork = {
  ...{ project_id: 1, name: 'Atlas', total_tasks: 1200, completed_tasks: 900, completion_rate: 75 },
  ...{ rework_tasks: 40, waiting_tasks: 31, days: [0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 20, 22] },
  ...{ last_import_at: '2026-01-05T10:00:00Z', conflicts: 2, failing_statistics: 1 },
};

beforeEach(() => {
  serveShell(stub, [project(1, 'Atlas'), project(2, 'Borealis')]);
  stub.on('GET /api/v1/pod-members/', () => ({ json: { items: [] } }));
  stub.on('GET /api/v1/tasks/pod-stats', () => podStats([]));
  stub.on('GET /api/v1/tasks/by-user/zoe%40example.com', () => ({ json: userTasks([]) }));
});

describe('the projects that a user manages', () => {
  it('HOME-51 HOME-61 HOME-64 HOME-65 are rows with what there is to do, and no cards', async () => {
    stub.on(WORK, () => ({ json: [atlas] }));
    signInAs(grant(1, 'project-admin', 'data-upload'), grant(2));
    openAt('/dashboard');
    const table = await screen.findByRole('table', { name: 'Your projects now' });
    const [, row] = within(table).getAllByRole('row');
    expect(row?.textContent).toMatch(
      /^Atlas1 statistic failsLast import .*2 open conflicts75\.0%900 of 1,2003140.*42.*2 open conflicts$/,
    );
    const failing = within(table).getByRole('link', { name: '1 statistic fails' });
    expect(failing.getAttribute('href')).toBe('/custom-stats?project=1');
    const open = within(table).getByRole('link', { name: '2 open conflicts' });
    expect(open.getAttribute('href')).toBe('/admin/tasks?status=conflicts');
    const cards = await screen.findByRole('region', { name: 'Project dashboards' });
    expect(
      within(cards)
        .getAllByRole('listitem')
        .map(({ textContent }) => textContent),
    ).toEqual([expect.stringContaining('Borealis')]);
  });

  it('NUM-4 NUM-13 NUM-14 open the tasks of their numbers in their project, for users who may list them', async () => {
    const other = { ...atlas, project_id: 2, name: 'Borealis' };
    stub.on(WORK, () => ({ json: [other, atlas] }));
    stub.on('GET /api/v1/tasks/by-number', () => ({
      json: {
        ...{ epoch: '', revision: 1, total: 40, page: 1, size: 20 },
        items: [{ ...userTask(11), project_name: 'Borealis', last_round: null, last_review: null }],
      },
    }));
    signInAs(
      grant(1, 'project-admin', 'data-upload'),
      grant(2, 'project-admin', 'pod-info-public-view'),
    );
    openAt('/dashboard');
    const table = within(await screen.findByRole('table', { name: 'Your projects now' }));
    const names = table
      .getAllByRole('button')
      .map((button) => button.getAttribute('aria-label')?.replace('Show tasks: ', ''));
    expect(names).toEqual([
      'completed, Borealis, 900',
      'all, Borealis, 1,200',
      'waiting, Borealis, 31',
      'in rework, Borealis, 40',
      'completed in the last 14 days, Borealis, 42',
      // With data-upload alone the numbers of people's work would have fewer tasks.
      'completed, Atlas, 900',
      'all, Atlas, 1,200',
      'in rework, Atlas, 40',
    ]);
    await userEvent.click(table.getByRole('button', { name: /in rework, Borealis/ }));
    const dialog = within(await screen.findByRole('dialog', { name: 'Rework Tasks' }));
    await dialog.findByRole('cell', { name: 'Borealis' });
    const [call] = stub.callsOf('GET /api/v1/tasks/by-number');
    expect(call?.url).toContain('project_id=2&number=rework&');
  });

  it('NUM-14 are text for users who may list no tasks', async () => {
    stub.on(WORK, () => ({ json: [atlas] }));
    signInAs(grant(1, 'project-admin'));
    openAt('/dashboard');
    const table = within(await screen.findByRole('table', { name: 'Your projects now' }));
    expect(table.getAllByText('40')).toHaveLength(1);
    expect(table.queryAllByRole('button')).toEqual([]);
  });

  it('HOME-51 are cards if they cannot be loaded, which is said, and are loaded on demand', async () => {
    stub.on(WORK, () => refusal('internal', 500, 'Broken'));
    signInAs(grant(1, 'project-admin'));
    openAt('/dashboard');
    expect(await screen.findByRole('region', { name: 'Project dashboards' })).toBeTruthy();
    await screen.findByText('The work of your projects could not be loaded');
    stub.on(WORK, () => ({ json: [atlas] }));
    await press('Try Again');
    await screen.findByRole('table', { name: 'Your projects now' });
  });

  it('HOME-51 are not asked for by those who manage none', async () => {
    signInAs(grant(1));
    openAt('/dashboard');
    expect(await screen.findByRole('region', { name: 'Project dashboards' })).toBeTruthy();
    expect(stub.callsOf(WORK)).toEqual([]);
  });
});

describe('what the portal asks of its admins', () => {
  const lines = (change: Pick<System, 'people' | 'upkeep'>, workers = 'ok') =>
    linesOf(
      {
        health: {
          ...{ database: 'ok', migrations: 'ok', queue: 'ok', uploads: 'ok', custom_sql: 'ok' },
          workers,
        },
        ...change,
      },
      NOW,
    );
  const system = (...of: Parameters<typeof lines>) => lines(...of).map(({ text }) => text);
  const upkeep = (last_backup_at: string | null): System['upkeep'] => ({
    last_backup_at,
    housekeeping: { ended_at: null, failed: [] },
  });
  const nobody = { without_role: 0, newest: [] };

  it('HOME-52 is one line with everything in order', () => {
    expect(system({ people: nobody, upkeep: upkeep('2026-01-05T10:00:00Z') })).toEqual([
      'The portal works; last backup 2 hours ago.',
    ]);
  });

  it('HOME-66 leads to the people who see nothing, or to the newest of many', () => {
    const newest = ['ada@example.com', 'bob@example.com'].map((email) => ({ email, name: '' }));
    const [line] = lines({ upkeep: null, people: { without_role: 2, newest } });
    expect(new URL(line?.to ?? '', 'http://x').searchParams.get('filters')).toBe(
      '{"email":{"in":["ada@example.com","bob@example.com"]}}',
    );
    expect(line?.link).toBe('Open Users');
    const [ofMany] = lines({ upkeep: null, people: { without_role: 1200, newest } });
    expect(ofMany?.link).toBe('Open the newest 2 in Users');
    expect(ofMany?.to).toBe(line?.to);
  });

  it('HOME-52 is a line for each fault, an old backup and people who see nothing', () => {
    const newest = [{ email: 'ada@example.com', name: '' }];
    expect(
      system(
        { people: { without_role: 1, newest }, upkeep: upkeep('2026-01-01T10:00:00Z') },
        'none is running',
      ),
    ).toEqual([
      'workers: none is running.',
      'Last backup 4 days ago.',
      '1 person has neither a role nor a pod and sees nothing: ada@example.com.',
    ]);
    expect(system({ people: { without_role: 7, newest }, upkeep: upkeep(null) })).toEqual([
      'No backup is recorded.',
      '7 people have neither a role nor a pod and see nothing.',
    ]);
  });
});
