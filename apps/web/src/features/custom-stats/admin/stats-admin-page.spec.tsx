import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, describe, expect, it } from 'vitest';
import { useProjectStore } from '../../../lib/project-store';
import { serveShell } from '../../../testing/portal-stub';
import { openAt, press } from '../../../testing/render';
import { refusal, stubServer } from '../../../testing/stub-server';
import { grant, project, signInAs } from '../../../testing/users';
import { SCHEMA, stat } from '../../../testing/custom-stats';

const LIST = 'GET /api/v1/projects/1/custom-stats/';
const ORDER = 'PUT /api/v1/projects/1/custom-stats/order';
const PAGE = '/admin/custom-stats';

const stub = stubServer();

beforeEach(() => {
  serveShell(stub, [project(1, 'Atlas')]);
  stub.on(LIST, () => ({ json: [stat(1), stat(2, { is_active: false }), stat(3)] }));
  stub.on('GET /api/v1/custom-stats/schema', () => ({ json: SCHEMA }));
  signInAs(grant(1, 'admin-view', 'project-manage'));
  useProjectStore.getState().select(1);
});

const rows = async () => within(await screen.findByRole('list', { name: /in their order/ }));
const names = async () =>
  (await rows()).getAllByRole('listitem').map((row) => /Statistic \d/.exec(row.textContent)?.[0]);

/** The rows have their places one below the other, as on a screen. */
async function layOut(): Promise<void> {
  for (const [index, row] of (await rows()).getAllByRole('listitem').entries()) {
    row.getBoundingClientRect = () => new DOMRect(0, index * 60, 600, 60);
  }
}

async function moveDown(name: string): Promise<void> {
  await layOut();
  const handle = (await rows()).getByRole('button', { name: `Move ${name}` });
  handle.focus();
  fireEvent.keyDown(handle, { code: 'Space' });
  await screen.findByText(new RegExp(`Moving ${name}|${name} is at`));
  fireEvent.keyDown(document, { code: 'ArrowDown' });
  await screen.findByText(`${name} is at position 2 of 3.`);
  fireEvent.keyDown(document, { code: 'Space' });
}

describe('the administration of custom statistics', () => {
  it('CSTPAGE-25 lists all statistics, and saves an order made by the keyboard in one call', async () => {
    stub.on(ORDER, () => ({ json: [stat(2), stat(1), stat(3)] }));
    openAt(PAGE);
    expect(await names()).toEqual(['Statistic 1', 'Statistic 2', 'Statistic 3']);
    await moveDown('Statistic 1');
    await waitFor(() => expect(stub.callsOf(ORDER)).toHaveLength(1));
    expect(JSON.parse(stub.callsOf(ORDER)[0]?.body ?? '')).toEqual({ stat_ids: [2, 1, 3] });
  });

  it('CSTPAGE-25 a refused order goes back', async () => {
    stub.on(ORDER, () => refusal('conflict', 409, 'A statistic was added meanwhile.'));
    openAt(PAGE);
    await rows();
    await moveDown('Statistic 1');
    await screen.findByText('A statistic was added meanwhile.');
    await waitFor(async () =>
      expect(await names()).toEqual(['Statistic 1', 'Statistic 2', 'Statistic 3']),
    );
  });

  it('CSTPAGE-26 a switch activates one statistic', async () => {
    const PUT = 'PUT /api/v1/projects/1/custom-stats/2';
    stub.on(PUT, () => ({ json: stat(2) }));
    openAt(PAGE);
    await userEvent.click((await rows()).getByRole('switch', { name: 'Statistic 2 is active' }));
    await waitFor(() => expect(stub.callsOf(PUT)).toHaveLength(1));
    expect(JSON.parse(stub.callsOf(PUT)[0]?.body ?? '')).toEqual({ is_active: true });
  });

  it('HIST-8 links each statistic to its history', async () => {
    openAt(PAGE);
    const link = (await rows()).getByRole('link', { name: 'History of Statistic 3' });
    expect(link.getAttribute('href')).toBe('/admin/audit?entity=custom_stat&id=3');
  });

  it('CSTPAGE-26 Duplicate opens the form with the values of the statistic', async () => {
    openAt(PAGE);
    await rows();
    await press('Duplicate Statistic 3');
    const dialog = within(await screen.findByRole('dialog', { name: 'Create Custom Stats' }));
    expect(dialog.getByDisplayValue('Statistic 3 (copy)')).toBeTruthy();
  });

  it('CSTPAGE-25 without statistics offers to create one, and a failed list says so', async () => {
    stub.on(LIST, () => ({ json: [] }));
    openAt(PAGE);
    await screen.findByText('No Custom Statistics');
  });

  it('CSTPAGE-25 needs project-manage', async () => {
    signInAs(grant(1, 'admin-view'));
    const { url } = openAt(PAGE);
    await waitFor(() => expect(url()).toBe('/'));
    expect(stub.callsOf(LIST)).toEqual([]);
  });
});
