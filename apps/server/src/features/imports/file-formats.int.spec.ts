import type { FormatSettingsInput } from '@portal/contracts/file-formats';
import { importDetailSchema } from '@portal/contracts/import-detail';
import { type ImportSummary, importSummarySchema } from '@portal/contracts/imports';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { ListClient, itemIn } from '../../testing/list-client.js';
import { get, problemIn } from '../../testing/requests.js';
import { sharedServer } from '../../testing/shared-server.js';
import type { TestServer } from '../../testing/test-server.js';
import { assignRole, createProject, createUser, type TestUser } from '../../testing/user.js';

let server: TestServer;
let alpha: number;
let beta: number;
/** Uploads into Alpha. */
let ada: TestUser;
let admin: TestUser;
/** A member of Alpha without data-upload. */
let member: TestUser;
let formats: ListClient;

const SETTINGS: FormatSettingsInput = {
  ...{ file: 'csv', time_zone: 'Europe/Berlin', columns: ['Task', 'State'] },
  fields: {
    turing_task_id: { columns: ['Task'] },
    project_id: { constant: 1 },
    turing_batch_id: { constant: 1 },
    status: { columns: ['State'], values: { Done: 'completed' } },
  },
};

beforeAll(async () => {
  server = await sharedServer();
  const { db } = server;
  [alpha, beta] = [await createProject(db, 'Alpha'), await createProject(db, 'Beta')];
  [ada, admin, member] = [
    await createUser(db, 'ada@example.com'),
    await createUser(db, 'root@example.com'),
    await createUser(db, 'member@example.com'),
  ];
  await assignRole(db, ada, alpha, 'project_admin');
  await assignRole(db, admin, 0, 'admin');
  await assignRole(db, member, alpha, 'project_member');
  formats = new ListClient(server, 'file-formats', ada);
});
beforeEach(() =>
  server.db.query('DELETE FROM core.file_format; TRUNCATE core.task_import CASCADE'),
);
afterAll(() => server.stop());

const create = (name: string, over: Partial<FormatSettingsInput> = {}, projectId = alpha) =>
  formats.as(admin).created({ name, project_id: projectId, settings: { ...SETTINGS, ...over } });

interface Sent {
  readonly query?: string;
  readonly settings?: unknown;
  readonly by?: TestUser;
  readonly name?: string;
  readonly last?: boolean;
}

function upload({ query = '', settings, by = ada, name = 'tasks.csv', last = false }: Sent = {}) {
  const form = new FormData();
  const add = () =>
    form.append('file_format', typeof settings === 'string' ? settings : JSON.stringify(settings));
  if (settings !== undefined && !last) add();
  form.append('file', new Blob(['Task,State\n1,Done\n']), name);
  if (settings !== undefined && last) add();
  return fetch(`${server.baseUrl}/api/v1/tasks/upload${query}`, {
    method: 'POST',
    headers: { authorization: `Bearer ${by.token}`, prefer: 'respond-async' },
    body: form,
  });
}

async function uploaded(sent: Sent): Promise<ImportSummary> {
  const answer = await upload(sent);
  expect(answer.status).toBe(202);
  return importSummarySchema.parse(await answer.json());
}

async function refusal(sent: Sent): Promise<string[]> {
  const answer = await upload(sent);
  expect(answer.status).toBe(400);
  const { errors = [] } = await problemIn(answer);
  return errors.map(({ pointer, detail }) => `${pointer} ${detail}`);
}

describe('the file formats of a project', () => {
  it('UP-80 are seen and changed with data-upload, and have a name of their own in the project', async () => {
    const made = await formats.created({ name: ' Studio ', project_id: alpha, settings: SETTINGS });
    expect(made).toMatchObject({
      name: 'Studio',
      format_version: 1,
      settings: { file: 'csv', empty: 'keep' },
    });
    expect((await formats.list({})).items[0]).not.toHaveProperty('settings');
    expect((await formats.as(member).list({})).total).toBe(0);
    expect((await formats.as(member).update(made['id'], { name: 'x' })).status).toBe(404);
    expect(
      (await formats.create({ name: 'Other', project_id: beta, settings: SETTINGS })).status,
    ).toBe(403);
    const again = await formats.create({ name: 'STUDIO', project_id: alpha, settings: SETTINGS });
    expect(again.status).toBe(409);
    expect((await problemIn(again)).errors).toMatchObject([{ pointer: '/name' }]);
    await create('Studio', {}, beta);
  });

  it('UP-81 have a version that counts the changes of their settings, undone ones too', async () => {
    const made = await create('Studio');
    const renamed = await itemIn(await formats.update(made['id'], { name: 'Tool' }));
    expect(renamed).toMatchObject({ name: 'Tool', format_version: 1 });
    const settings = { ...SETTINGS, empty: 'clear' };
    const answer = await formats.update(made['id'], { settings });
    expect(await itemIn(answer)).toMatchObject({ format_version: 2, settings: { empty: 'clear' } });
    const audit = new ListClient(server, 'audit', admin);
    const { items } = await audit.list({
      filters: { entity: 'file_format', entity_id: String(made['id']) },
    });
    expect(items.map(({ action }) => action)).toEqual(['update', 'update', 'create']);
    const undone = await fetch(
      `${server.baseUrl}/api/v1/audit/${String(items[0]?.['group_id'])}/undo`,
      { method: 'POST', headers: { authorization: `Bearer ${admin.token}` } },
    );
    expect(undone.ok).toBe(true);
    const [now] = await server.db.query(
      "SELECT format_version AS version, settings ->> 'empty' AS empty FROM core.file_format",
    );
    expect(now).toEqual({ version: 3, empty: 'keep' });
  });

  it('UP-82 are refused with the field that is wrong', async () => {
    const { turing_task_id: _, ...fields } = SETTINGS.fields;
    const wrong = { ...SETTINGS, fields: { ...fields, colour: { constant: 1 } }, separator: '-' };
    const answer = await formats.create({ name: 'x', project_id: alpha, settings: wrong });
    expect(answer.status).toBe(400);
    expect((await problemIn(answer)).errors?.map(({ pointer }) => pointer)).toEqual(
      expect.arrayContaining(['/settings/separator', '/settings/fields/colour']),
    );
    const lacking = await formats.create({
      name: 'x',
      project_id: alpha,
      settings: { ...SETTINGS, fields },
    });
    expect((await problemIn(lacking)).errors).toEqual([
      { pointer: '/settings/fields/turing_task_id', detail: 'needs a column or a constant' },
    ]);
  });
});

describe('an upload with a file format', () => {
  it('UP-83 names one, which its import keeps as it was', async () => {
    const made = await create('Studio');
    const summary = await uploaded({ query: '?format=studio' });
    expect(summary).toMatchObject({ format_name: 'Studio', format_version: 1 });
    await formats.update(made['id'], { settings: { ...SETTINGS, empty: 'clear' } });
    const url = `${server.baseUrl}/api/v1/tasks/imports/${summary.import_id}`;
    const detail = importDetailSchema.parse(await (await get(url, ada.token)).json());
    expect(detail.format_settings).toMatchObject({ empty: 'keep', file: 'csv' });
    const later = await uploaded({ query: '?format=Studio' });
    expect(later).toMatchObject({ format_version: 2 });
    expect(later.import_id).not.toBe(summary.import_id);
  });

  it('UP-83 finds it only in projects of the caller, and asks which if there are several', async () => {
    await create('Studio', {}, beta);
    expect(await refusal({ query: '?format=Studio' })).toEqual([
      'format is not a file format of a project that you may upload to',
    ]);
    await create('Studio');
    expect((await uploaded({ query: '?format=Studio' })).format_name).toBe('Studio');
    expect(await refusal({ query: '?format=Studio', by: admin })).toEqual([
      'format_project is needed: several projects have a format of this name',
    ]);
    const query = `?format=Studio&format_project=${beta}`;
    expect((await uploaded({ query, by: admin })).format_name).toBe('Studio');
    expect(await refusal({ query })).toHaveLength(1);
    expect(await refusal({ query: `?format_project=${alpha}` })).toHaveLength(1);
  });

  it('UP-84 sends settings before the file, which are checked', async () => {
    const summary = await uploaded({ settings: SETTINGS });
    expect(summary).toMatchObject({ format_name: null, format_version: null, format: 'csv' });
    expect(await refusal({ settings: { ...SETTINGS, decimal: ';' } })).toEqual([
      expect.stringMatching(/^\/file_format\/decimal /),
    ]);
    expect(await refusal({ settings: '{' })).toEqual([
      'file_format must be the settings of a file format as JSON',
    ]);
    expect(await refusal({ settings: SETTINGS, last: true })).toEqual([
      '/file_format must stand once, before the file',
    ]);
    await create('Studio');
    expect(await refusal({ settings: SETTINGS, query: '?format=Studio' })).toHaveLength(1);
  });

  it('UP-85 is not one with columns, nor of another kind of file', async () => {
    const columns = encodeURIComponent('{"Task":"turing_task_id"}');
    expect(await refusal({ settings: SETTINGS, query: `?columns=${columns}&empty=clear` })).toEqual(
      [...['columns', 'empty'].map((name) => `${name} cannot be given with a file format`)],
    );
    expect(await refusal({ settings: SETTINGS, name: 'tasks.json' })).toEqual([
      'format reads CSV, and the file is JSON',
    ]);
  });

  it('UP-86 is another upload than one with other settings, and runs again with its own', async () => {
    const first = await uploaded({ settings: SETTINGS });
    expect((await uploaded({ settings: SETTINGS })).import_id).toBe(first.import_id);
    const other = await uploaded({ settings: { ...SETTINGS, empty: 'clear' } });
    expect(other.import_id).not.toBe(first.import_id);
    await server.db.query(
      "UPDATE core.task_import SET state = 'failed', phase = 'done', finished_at = now()",
    );
    const again = await fetch(
      `${server.baseUrl}/api/v1/tasks/imports/${other.import_id}/run-again`,
      { method: 'POST', headers: { authorization: `Bearer ${ada.token}` } },
    );
    const { import_id: id } = importSummarySchema.parse(await again.json());
    const [stored] = await server.db.query(
      "SELECT format_settings ->> 'empty' AS empty FROM core.task_import WHERE id = $1",
      [id],
    );
    expect(stored).toEqual({ empty: 'clear' });
  });
});
