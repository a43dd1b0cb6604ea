import { type ListedItem, listMetaSchema, type FieldMeta } from '@portal/contracts/lists';
import { NAUGHTY_STRINGS } from '@portal/testing/naughty-strings';
import { share } from '@portal/testing/runs';
import pLimit from 'p-limit';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ListClient, itemIn } from '../../testing/list-client.js';
import { assignRole, createUser, createProject, type TestUser } from '../../testing/user.js';
import { problemIn } from '../../testing/requests.js';
import { startTestServer, type TestServer } from '../../testing/test-server.js';
import { validItems } from '../../testing/valid-items.js';
import { ListRegistry } from '../declare/list-metadata.js';

let server: TestServer;
let admin: TestUser;

beforeAll(async () => {
  server = await startTestServer();
  const alpha = await createProject(server.db, 'Alpha');
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

/** The possible stored forms of a text or URL: NFC, trimmed, null if empty. */
const storedForms = (text: string): (string | null)[] => {
  const stored = text.normalize('NFC').trim();
  return stored === '' ? [null, ''] : [stored, stored.toLowerCase()];
};

const AT_ONCE = 8;
/** The lists have one way to write and read: each text is sent to each third of them. */
const LISTS_OF_A_TEXT = 12;

interface List {
  readonly client: ListClient;
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
  const item: ListedItem = await itemIn(answer);
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
  item: ListedItem,
  fields: readonly FieldMeta[],
): Promise<ListedItem | undefined> {
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
  it('CRUD-61 is returned as sent and can be found, or is refused by field, in every list', async () => {
    const lists = server.app.get(ListRegistry).all();
    const writable = lists.filter(({ declared }) => declared.input !== undefined);
    for (const [index, table] of writable.entries()) {
      const client = new ListClient(server, table.declared.base, admin);
      const newItem = await validItems(server, table, lists);
      const { fields } = listMetaSchema.parse(await (await client.get('_meta')).json());
      const texts = fields.filter(({ type, read_only }) => type === 'string' && !read_only);
      const faults = await pLimit(AT_ONCE).map(
        share(NAUGHTY_STRINGS, LISTS_OF_A_TEXT, index),
        (text) => faultsOf({ client, key: table.key.name, newItem }, texts, text),
      );
      expect(faults.flat(), table.declared.base).toEqual([]);
    }
  });
});
