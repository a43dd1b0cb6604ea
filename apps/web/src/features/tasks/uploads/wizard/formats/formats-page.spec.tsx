import { AUDIT_GROUP_HEADER } from '@portal/contracts/lists';
import { csvRowSchema } from '@portal/contracts/task-csv';
import { csvRecords } from '@portal/domain/csv-records';
import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { describe, expect, it } from 'vitest';
import { page } from '../../../../../testing/lists';
import { importStub } from '../../../../../testing/import-stub';
import { openAt, press } from '../../../../../testing/render';
import { refusal } from '../../../../../testing/stub-server';
import { formatSettings } from '../../../../../testing/tool-files';
import { templateText } from './template';

const { stub } = importStub();
const LIST = '/api/v1/file-formats/';
const PAGE = '/admin/projects/1/formats';

const FORMAT = {
  ...{
    id: 4,
    project_id: 1,
    name: 'Our tool',
    format_version: 2,
    version: 'v1',
    settings: formatSettings(),
  },
  ...{ created_at: '2026-01-05T10:00:00Z', updated_at: '2026-01-05T10:00:00Z' },
};

function serve(...formats: (typeof FORMAT)[]): void {
  stub.on(`GET ${LIST}`, () => page(formats.map(({ settings: _settings, ...row }) => row)));
  for (const one of formats) stub.on(`GET ${LIST}${one.id}`, () => ({ json: one }));
}

describe('the formats of a project', () => {
  it('UP-79 are listed with version and columns', async () => {
    serve(FORMAT);
    openAt(PAGE);
    const row = await screen.findByRole('row', { name: /^Our tool/ });
    expect(row.textContent).toContain('Version 2, CSV');
    expect(row.textContent).toContain('Key, Set, State; 3 of 3 columns');
    expect(stub.callsOf(`GET ${LIST}`)[0]?.url).toContain(
      encodeURIComponent('{"project_id":{"eq":1}}'),
    );
  });

  it('UP-79 are none yet, and the page says how one is made', async () => {
    serve();
    openAt(PAGE);
    expect(await screen.findByText('No file formats yet')).toBeTruthy();
    expect(screen.getByRole('link', { name: 'Upload tasks' })).toBeTruthy();
  });

  it('UP-79 get another name, or the reason why not', async () => {
    serve(FORMAT);
    stub.on(`PATCH ${LIST}4`, () => refusal('conflict', 409, 'A format has this name'));
    openAt(PAGE);
    await press('Rename Our tool');
    const name = await screen.findByRole('textbox', { name: 'Name of the format' });
    await userEvent.type(name, ' 2');
    await press('Rename');
    expect(await screen.findByText('A format has this name')).toBeTruthy();
    stub.on(`PATCH ${LIST}4`, () => ({ json: { ...FORMAT, name: 'Our tool 2' } }));
    await press('Rename');
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(JSON.parse(stub.callsOf(`PATCH ${LIST}4`)[1]?.body ?? '')).toEqual({
      name: 'Our tool 2',
    });
  });

  it('UP-79 are deleted, which can be undone', async () => {
    serve(FORMAT);
    stub.on(`DELETE ${LIST}4`, () => ({ json: {}, headers: { [AUDIT_GROUP_HEADER]: '7' } }));
    openAt(PAGE);
    await press('Delete Our tool');
    expect(await screen.findByText('Format deleted')).toBeTruthy();
    expect(screen.getByRole('button', { name: 'Undo' })).toBeTruthy();
  });

  it('UP-79 that cannot be loaded can be asked for again', async () => {
    stub.on(`GET ${LIST}`, () => refusal('internal', 500, 'Down'));
    openAt(PAGE);
    expect(await screen.findByText('The file formats could not be loaded')).toBeTruthy();
  });
});

describe('the template', () => {
  it('UP-76 has rows that are valid, with the number of the project', () => {
    const [head, ...rows] = csvRecords(templateText(1001)).map(({ cells }) => cells);
    expect(rows).toHaveLength(2);
    for (const cells of rows) {
      const filled = (head ?? []).flatMap((field, at) => {
        const cell = cells[at] ?? '';
        const isNumber = /^\d+$/.test(cell);
        return cell === '' ? [] : [[field, isNumber ? Number(cell) : cell] as const];
      });
      expect(csvRowSchema.parse(Object.fromEntries(filled))).toMatchObject({
        turing_project_id: 1001,
      });
    }
  });
});
