import { gzipSync } from 'node:zlib';
import { CSV_FIELDS } from '@portal/domain/csv-tasks';
import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, describe, expect, it } from 'vitest';
import { IMPORT, importStub } from '../../../../testing/import-stub';
import { importDetail, importReading } from '../../../../testing/imports';
import { openAt, press } from '../../../../testing/render';
import { useUploadStore } from '../upload-store';

const { stub, serveDetail } = importStub();
const UPLOAD = 'POST /api/v1/tasks/upload';
const HEADER = 'Task ID,turing_project_id,turing_batch_id,Status,Minutes,Notes';
const ROWS = [1, 2, 3, 4, 5, 6].map((id) => `${id},1001,7,completed,${id}.5,note ${id}`);
const FILE = [HEADER, ...ROWS, ''].join('\n');

async function choose(content: BlobPart = FILE, name = 'tasks.csv') {
  openAt('/admin/tasks');
  const input = await screen.findByLabelText('Task file');
  await userEvent.upload(input, new File([content], name), { applyAccept: false });
}

const fieldOf = (header: string) => screen.findByRole('combobox', { name: `Field of ${header}` });
const fieldsShown = async () => {
  await screen.findByRole('table', { name: 'Columns of the file' });
  return screen
    .getAllByRole('combobox', { name: /^Field of / })
    .map(({ textContent }) => textContent);
};
const firstRows = async () => {
  const table = await screen.findByRole('table', { name: 'First rows' });
  return within(table)
    .getAllByRole('row')
    .map((row) =>
      [...row.querySelectorAll('th, td')].map(({ textContent }) => textContent).join('|'),
    );
};

async function select(header: string, field: string) {
  await userEvent.click(await fieldOf(header));
  await userEvent.click(await screen.findByRole('option', { name: field }));
}

/** The query of the upload. */
async function sent(): Promise<URLSearchParams> {
  stub.on(UPLOAD, () => ({ status: 202, json: importReading(0, { import_id: IMPORT }) }));
  serveDetail(IMPORT);
  await press('Import without preview');
  await waitFor(() => expect(stub.callsOf(UPLOAD)).toHaveLength(1));
  return new URLSearchParams(stub.callsOf(UPLOAD)[0]?.url.split('?')[1]);
}

beforeEach(() => useUploadStore.getState().reset());

describe('a chosen CSV file', () => {
  it('UP-23 UP-24 shows its columns with the usual fields of their headers', async () => {
    await choose();
    expect(await fieldsShown()).toEqual([
      ...['turing_task_id', 'turing_project_id', 'turing_batch_id', 'status'],
      ...['duration_minutes', 'Ignored'],
    ]);
    expect(screen.getByText('5 of 6 columns are read; the others are ignored.')).toBeTruthy();
  });

  it.each<[string, BlobPart, string]>([
    ['packed', gzipSync(FILE), 'tasks.csv.gz'],
    ['packed, by its content', gzipSync(FILE), 'tasks.gz'],
    ['with semicolons and a byte order mark', `\uFEFF${FILE.replaceAll(',', ';')}`, 'tasks.csv'],
    ['with lines that end with CR', FILE.replaceAll('\n', '\r'), 'tasks.csv'],
    ['below a line that names the separator', `sep=,\r\n${FILE}`, 'tasks.csv'],
    ['packed in two parts', twoParts(), 'tasks.csv.gz'],
    ['cut off after 64 KiB', FILE + `${ROWS[0]}\n`.repeat(5000), 'tasks.csv'],
    ['packed and cut off', gzipSync(FILE + noise(200_000)), 'tasks.csv.gz'],
  ])('UP-23 is read %s', async (_what, content, name) => {
    await choose(content, name);
    expect(await fieldsShown()).toHaveLength(6);
    expect(await firstRows()).toHaveLength(6);
  });

  it.each<[string, BlobPart, string]>([
    ['by its name', FILE, 'tasks.json'],
    ['by its content', gzipSync('[{"turing_task_id":1}]'), 'tasks.gz'],
    ['damaged', gzipSync(FILE).subarray(0, 5), 'tasks.gz'],
  ])('UP-23 shows nothing of this if it is not CSV %s', async (_what, content, name) => {
    await choose(content, name);
    await waitFor(() =>
      expect(screen.getByRole('button', { name: 'Preview' }).hasAttribute('disabled')).toBe(false),
    );
    expect(screen.queryByText('Columns')).toBeNull();
    const query = await sent();
    expect([query.get('columns'), query.get('empty')]).toEqual([null, null]);
  });

  it('UP-66 reads a file with a semicolon in a header, empty columns and rows of commas', async () => {
    const header = `${HEADER.replace('Notes', '"Notes; or\nlinks"')},,`;
    await choose([',,,,,,,', header, ...ROWS.map((line) => `${line},,`), ',,,,,,,'].join('\n'));
    expect(await fieldsShown()).toHaveLength(6);
    expect(await firstRows()).toHaveLength(6);
  });

  it('UP-67 suggests the project of exports for no other field', async () => {
    await choose(FILE.replace('turing_project_id', 'project_id'));
    expect((await fieldsShown())[1]).toBe('project_id');
    expect(screen.getByText(/No column becomes turing_project_id yet/)).toBeTruthy();
  });

  it('UP-67 suggests both fields of the project for an export', async () => {
    await choose('turing_task_id,project_id,turing_batch_id,turing_project_id\n1,2,3,1001\n');
    expect((await fieldsShown())[1]).toBe('project_id');
    expect((await sent()).get('columns')).toBeNull();
  });

  it('UP-24 moves a field that is chosen for another column', async () => {
    await choose();
    await select('Notes', 'status');
    expect((await fieldsShown()).slice(3)).toEqual(['Ignored', 'duration_minutes', 'status']);
  });

  it('UP-24 chooses a field by the keyboard', async () => {
    await choose();
    const field = await fieldOf('Notes');
    field.focus();
    await userEvent.keyboard('{Enter}{End}{Enter}');
    expect((await fieldsShown()).at(-1)).toBe(CSV_FIELDS.at(-1));
  });

  it('UP-25 is sent with what differs from its headers', async () => {
    await choose();
    await select('Notes', 'target_model');
    const query = await sent();
    expect(JSON.parse(query.get('columns') ?? '')).toEqual({
      'Task ID': 'turing_task_id',
      Minutes: 'duration_minutes',
      Notes: 'target_model',
    });
    expect(query.get('empty')).toBe('keep');
  });

  it('UP-25 is sent in a short URL, however many columns it ignores', async () => {
    const more = Array.from({ length: 300 }, (_, at) => `Answer to question ${at}`).join(',');
    await choose(`${HEADER},${more}\n${ROWS[0]},${more}\n`);
    expect(JSON.parse((await sent()).get('columns') ?? '')).toEqual({
      'Task ID': 'turing_task_id',
      Minutes: 'duration_minutes',
      '*': null,
    });
  });

  it('UP-27 cannot be sent if the names of its columns do not fit', async () => {
    const header = `Task ID ${'x'.repeat(1000)}`;
    await choose(FILE.replace('Task ID', header));
    await select(header, 'turing_task_id');
    expect(await screen.findByText(/The names of the columns are too long/)).toBeTruthy();
  });

  it('UP-25 is sent without columns if its headers are the fields, and clears on request', async () => {
    await choose(`turing_task_id,turing_project_id,turing_batch_id,STATUS\n1,1001,7,\n`);
    expect((await firstRows()).at(-1)).toBe('1|1001|7|kept');
    await userEvent.click(screen.getByRole('switch', { name: /Empty cells clear/ }));
    expect((await firstRows()).at(-1)).toContain('1|1001|7|cleared');
    const query = await sent();
    expect([query.get('columns'), query.get('empty')]).toEqual([null, 'clear']);
  });

  it('UP-26 shows its first five rows as they will be read', async () => {
    await choose(FILE.replace('2,1001,7,completed', '2,x,7,"Com, ""pleted"""'));
    expect(await firstRows()).toEqual([
      'turing_task_id|turing_project_id|turing_batch_id|status|duration_minutes',
      '1|1001|7|completed|1.5',
      '2|xnot valid|7|Com, "pleted"not valid|2.5',
      ...['3|1001|7|completed|3.5', '4|1001|7|completed|4.5', '5|1001|7|completed|5.5'],
    ]);
    expect(screen.getByText('As they will be read; 2 cells are not valid.')).toBeTruthy();
  });

  it.each([
    [
      'without a required field',
      FILE.replace('Task ID', 'Key'),
      'No column becomes turing_task_id yet',
    ],
    ['with a repeated header', FILE.replace('Notes', 'status'), 'The column "status" is repeated'],
    ['without rows', `${HEADER}\n`, 'The file has no rows below its header line.'],
  ])('UP-27 cannot be sent %s', async (_what, content, problem) => {
    await choose(content);
    expect(await screen.findByText(problem, { exact: false })).toBeTruthy();
    for (const name of ['Preview', 'Import without preview']) {
      expect(screen.getByRole('button', { name }).hasAttribute('disabled')).toBe(true);
    }
  });

  it('UP-27 can be sent once a required field has a column', async () => {
    await choose(FILE.replace('Task ID', 'Key'));
    await select('Key', 'turing_task_id');
    expect(screen.queryByText(/No column becomes/)).toBeNull();
    expect(JSON.parse((await sent()).get('columns') ?? '')).toMatchObject({
      Key: 'turing_task_id',
    });
  });
});

describe('the import of a CSV file', () => {
  it('UP-28 shows how its columns and empty cells were read', async () => {
    const columns = { 'Task ID': 'turing_task_id', Notes: null, '*': null } as const;
    const read = { format: 'csv', columns, empty: 'clear' } as const;
    serveDetail(IMPORT, importDetail({ import_id: IMPORT, ...read }));
    openAt(`/admin/tasks/${IMPORT}`);
    expect(await screen.findByText('Task ID → turing_task_id')).toBeTruthy();
    expect(screen.getByText('Notes → ignored')).toBeTruthy();
    expect(screen.getByText('All others → ignored')).toBeTruthy();
    expect(screen.getByText('Clear values')).toBeTruthy();
    expect(screen.getByText('CSV')).toBeTruthy();
  });

  it('UP-28 shows only the format of a JSON file', async () => {
    serveDetail(IMPORT);
    openAt(`/admin/tasks/${IMPORT}`);
    expect(await screen.findByText('JSON')).toBeTruthy();
    expect(screen.queryByText('Empty cells')).toBeNull();
  });
});

/** The header line and the rows, each packed by itself. */
function twoParts(): Buffer<ArrayBuffer> {
  const parts = [`${HEADER}\n`, `${ROWS.join('\n')}\n`];
  return Buffer.concat(parts.map((part) => gzipSync(part)));
}

/** Rows that do not pack well. */
function noise(bytes: number): string {
  let rows = '';
  let seed = 1;
  while (rows.length < bytes) {
    seed = (seed * 48_271) % 2_147_483_647;
    rows += `${seed},1001,7,completed,1,${seed.toString(36)}\n`;
  }
  return rows;
}
