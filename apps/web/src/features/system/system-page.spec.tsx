import type { System } from '@portal/contracts/system';
import { screen, waitFor, within } from '@testing-library/react';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { LiveServer } from '../../testing/live-server';
import { serveShell } from '../../testing/portal-stub';
import { openAt, press } from '../../testing/render';
import { refusal, stubServer } from '../../testing/stub-server';
import { grant, signInAs } from '../../testing/users';

const stub = stubServer();
new LiveServer().attach(stub.server);

const AT = '2026-01-05T10:00:00Z';
const OK = 'ok';
const SYSTEM: System = {
  version: '1.2.3',
  health: {
    ...{ database: OK, migrations: OK, queue: OK, uploads: OK, custom_sql: OK },
    workers: 'none is running',
  },
  server: {
    ...{ host: 'web-1', node: '24.1.0', started_at: AT, sockets: 12 },
    custom_sql: { running: 1, waiting: 2 },
    pools: [{ name: 'reads', in_use: 3, idle: 4, waiting: 5 }],
  },
  database: {
    ...{ version: '18.4', started_at: AT, bytes: 5_000_000_000 },
    ...{ connections: 31, max_connections: 100 },
    tables: [{ name: 'core.task', bytes: 4_000_000_000, rows: 10_000_000 }],
  },
  replica: { behind_seconds: 75 },
  queue: {
    ...{ store: 'redis', waiting: 2, running: 1, delayed: 0, failed: 7 },
    oldest_waiting_seconds: 90,
  },
  workers: { running: [], pools: [{ name: 'worker', in_use: 6, idle: 8 }] },
  uploads: { store: 'directory', files: 9, bytes: 2_000_000, free_bytes: 300_000_000_000 },
  people: { without_role: 0, newest: [] },
  upkeep: {
    last_backup_at: null,
    housekeeping: { ended_at: AT, failed: ['lost_files'] },
  },
  uses: [
    {
      ...{ feature: 'claim', role: 'reviewer', this_week: 1_200, last_week: 3, quarter: 9_000 },
      weeks: [0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 7_797, 3, 1_200],
    },
  ],
};

beforeEach(() => {
  vi.spyOn(console, 'error').mockReturnValue();
  serveShell(stub);
  signInAs(grant(0, 'full-access'));
});

const serve = (system: System) => stub.on('GET /api/v1/system', () => ({ json: system }));
const card = async (name: string) => (await screen.findByRole('region', { name })).textContent;
const rows = (name: string) =>
  within(screen.getByRole('table', { name }))
    .getAllByRole('row')
    .slice(1)
    .map(({ textContent }) => textContent);

describe('the page System', () => {
  it('SYS-294 shows what was used by which role', async () => {
    serve(SYSTEM);
    openAt('/admin/system');
    await card('Use');
    expect(rows('Use')).toEqual(['Tasks claimed for a reviewReviewer1,20039,000']);
    expect(await card('Use')).toContain(
      'Not used in the last 13 weeks: Feedback given, Feedback opened, Numbers opened, Rows of imports that contradicted the portal.',
    );
  });

  it('SYS-241 shows health, versions, connections, sizes, the queue and the upkeep', async () => {
    serve(SYSTEM);
    openAt('/admin/system');
    expect(await card('Health')).toMatch(/DatabaseIn order.*WorkersNone is running/);
    expect(await card('Portal')).toMatch(/1\.2\.3.*backupNone is recorded.*ago.*failedlost_files/);
    expect(await card('Database')).toMatch(/18\.4.*5\.0 GB.*31 of 100.*most 1 min 15 s behind/);
    expect(await card('Queue')).toMatch(
      /Waiting2Running1Waiting for a retry0Failed7Oldest waiting1 min 30 sKept inRedis/,
    );
    expect(await card('This server')).toMatch(/web-1.*24\.1\.0.*12.*1 running, 2 waiting/);
    expect(await card('Store of uploads')).toMatch(/Files9Size2\.0 MBFree space300 GB/);
    expect(await card('Workers')).toContain('No worker is running. Uploads wait for one.');
    expect(rows('Connections')).toEqual(['reads345', 'worker68–']);
    expect(rows('Largest tables')).toEqual(['core.task4.0 GB10,000,000']);
  });

  it('SYS-241 says what the server could not read, and shows the rest', async () => {
    const unread = { database: null, queue: null, uploads: null, upkeep: null };
    serve({ ...SYSTEM, ...unread, workers: null, replica: { behind_seconds: null } });
    openAt('/admin/system');
    for (const name of ['Database', 'Queue', 'Store of uploads', 'Workers', 'Largest tables']) {
      expect(await card(name)).toContain('These figures cannot be read now');
    }
    expect(await card('Portal')).toMatch(/cannot be read now.*1\.2\.3/);
    expect(await card('Database')).toContain('Cannot be reached');
    expect(rows('Connections')).toEqual(['reads345']);
  });

  it('SYS-241 is closed without full-access in project 0, also with it in the selected project', async () => {
    serve(SYSTEM);
    signInAs(grant(1, 'full-access'));
    const tab = openAt('/admin/system');
    await waitFor(() => expect(tab.url()).toBe('/'));
    expect(stub.callsOf('GET /api/v1/system')).toEqual([]);
  });

  it('SYS-242 says why it cannot be read, and tries again', async () => {
    stub.on('GET /api/v1/system', () => refusal('unavailable', 503, 'The server is stopping'));
    openAt('/admin/system');
    await screen.findByText('Failed to load the state of the system');
    expect(screen.getByText('The server is stopping')).toBeTruthy();
    serve(SYSTEM);
    await press('Try Again');
    expect(await card('This server')).toContain('web-1');
  });

  it('SYS-242 keeps the figures that it has read, below the reason', async () => {
    serve(SYSTEM);
    openAt('/admin/system');
    await card('Health');
    stub.on('GET /api/v1/system', () => refusal('internal', 500, 'Something went wrong'));
    await press('Refresh');
    await screen.findByText('Something went wrong');
    expect(await card('This server')).toContain('web-1');
    serve({ ...SYSTEM, version: '1.2.4' });
    await press('Refresh');
    await screen.findByText('1.2.4');
    await waitFor(() => expect(screen.queryByText('Something went wrong')).toBe(null));
  });
});
