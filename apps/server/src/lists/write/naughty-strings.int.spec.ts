import { type CrudItem, crudMetaSchema, type FieldMeta } from '@portal/contracts/crud';
import { NAUGHTY_STRINGS } from '@portal/testing/naughty-strings';
import pLimit from 'p-limit';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { CrudClient, itemIn } from '../../testing/crud-client.js';
import { assignRole, createUser, createProject, type TestUser } from '../../testing/user.js';
import { problemIn } from '../../testing/requests.js';
import { startTestServer, type TestServer } from '../../testing/test-server.js';

let server: TestServer;
let admin: TestUser;
let alpha: number;
let last = 0;

beforeAll(async () => {
  server = await startTestServer();
  alpha = await createProject(server.db, 'Alpha');
  admin = await createUser(server.db, 'root@example.org');
  await assignRole(server.db, admin, 0, 'admin');
  await server.db.query(
    "INSERT INTO core.batch (project_id, turing_batch_id, name) VALUES ($1, 1, 'One')",
    [alpha],
  );
  await server.db.query(
    "INSERT INTO core.pod (name, project_id) SELECT 'Pod ' || n, $1 FROM generate_series(1, 2000) AS n",
    [alpha],
  );
});
afterAll(() => server.stop());

/** A valid item of each list with user text, each unique. */
const ITEMS: Readonly<Record<string, () => object>> = {
  pods: () => ({ name: `New pod ${++last}`, project_id: alpha }),
  'pod-members': () => ({ pod_name: `Pod ${++last}`, user_email: admin.email }),
  'pod-weekly-targets': () => ({
    pod_name: `Pod ${++last}`,
    week_start_date: '2026-01-05',
    daily_tasks_target: 1,
    daily_turns_target: 1,
  }),
  'auth/roles': () => ({ name: `role ${++last}` }),
  'auth/users': () => ({ email: `user${++last}@example.org` }),
  'tasks/tasks-crud': () => ({
    turing_task_id: ++last,
    project_id: alpha,
    turing_batch_id: 1,
    status: 'pending',
  }),
};

/** The possible stored forms of a text or URL: NFC, trimmed, null if empty. */
const storedForms = (text: string): (string | null)[] => {
  const stored = text.normalize('NFC').trim();
  return stored === '' ? [null, ''] : [stored, stored.toLowerCase()];
};

const AT_ONCE = 8;

interface List {
  readonly client: CrudClient;
  readonly key: string;
  readonly newItem: () => object;
}

/** What was not handled correctly of a text in these fields of a new item; those that refuse it are left out. */
async function faultsOf(list: List, fields: readonly FieldMeta[], text: string): Promise<string[]> {
  const names = fields.map(({ name }) => name);
  const fault = (what: string) => [`${names.join(', ')} ${JSON.stringify(text)} ${what}`];
  const texts = Object.fromEntries(names.map((name) => [name, text]));
  const answer = await list.client.create({ ...list.newItem(), ...texts });
  if (answer.status === 409) {
    // Equal after normalization, or the name of an existing pod.
    if (fields.length === 1) return [];
    const each = await Promise.all(fields.map((field) => faultsOf(list, [field], text)));
    return each.flat();
  }
  if (answer.status === 400) {
    const pointers = (await problemIn(answer)).errors?.map(({ pointer }) => pointer) ?? [];
    const others = fields.filter(({ name }) => !pointers.includes(`/${name}`));
    if (others.length === fields.length) return fault('refused without its field');
    return others.length === 0 ? [] : faultsOf(list, others, text);
  }
  if (answer.status !== 201) return fault(`answered ${answer.status}`);
  const item: CrudItem = await itemIn(answer);
  const forms = storedForms(text);
  if (names.some((name) => !forms.some((form) => form === item[name])))
    return fault('is stored differently');
  const read = await readBack(list, item, fields);
  if (read === undefined) return fault('is not found');
  return names.every((name) => read[name] === item[name])
    ? []
    : fault('response differs from the next read');
}

/** Reads the item by its key and, in the same request, by all ways to find its texts. */
async function readBack(
  { client, key }: List,
  item: CrudItem,
  fields: readonly FieldMeta[],
): Promise<CrudItem | undefined> {
  const withText = fields.filter(({ name }) => item[name] !== null && item[name] !== '');
  const equal = withText.filter(({ operators }) => operators.includes('eq'));
  const searched = withText.find(({ searchable }) => searchable);
  const filters = Object.fromEntries(
    [key, ...equal.map(({ name }) => name)].map((name) => [name, item[name]]),
  );
  const search = searched && String(item[searched.name]);
  const { items } = await client.list({
    filters,
    ...(search !== undefined && { search }),
    size: 1,
  });
  return items[0];
}

describe('text of any kind', () => {
  it.each(Object.keys(ITEMS))(
    'CRUD-61 is returned as sent and can be found, or is refused by field: %s',
    async (base) => {
      const client = new CrudClient(server, base, admin);
      const { fields, primary_key: key } = crudMetaSchema.parse(
        await (await client.get('_meta')).json(),
      );
      const list = { client, key, newItem: ITEMS[base] ?? (() => ({})) };
      const texts = fields.filter(({ type, read_only }) => type === 'string' && !read_only);
      const faults = await pLimit(AT_ONCE).map(NAUGHTY_STRINGS, (text) =>
        faultsOf(list, texts, text),
      );
      expect(faults.flat()).toEqual([]);
    },
  );
});
