import { type CrudItem, crudMetaSchema, type FieldMeta } from '@portal/contracts/crud';
import { NAUGHTY_STRINGS } from '@portal/testing/naughty-strings';
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

async function textFields(list: CrudClient): Promise<FieldMeta[]> {
  const { fields } = crudMetaSchema.parse(await (await list.get('_meta')).json());
  return fields.filter(({ type, read_only }) => type === 'string' && !read_only);
}

/** The possible stored forms of a text or URL: NFC, trimmed, null if empty. */
const storedForms = (text: string): (string | null)[] => {
  const stored = text.normalize('NFC').trim();
  return stored === '' ? [null, ''] : [stored, stored.toLowerCase()];
};

const AT_ONCE = 8;

/** The error, if a text in a field of a new item was not handled correctly. */
async function faultOf(
  list: CrudClient,
  key: string,
  base: string,
  field: FieldMeta,
  text: string,
): Promise<string | null> {
  const fault = await reactionTo(list, key, base, field, text);
  return fault === null ? null : `${field.name} ${JSON.stringify(text)} ${fault}`;
}

async function reactionTo(
  list: CrudClient,
  key: string,
  base: string,
  field: FieldMeta,
  text: string,
): Promise<string | null> {
  const answer = await list.create({ ...ITEMS[base]?.(), [field.name]: text });
  // Equal after normalization, or the name of an existing pod.
  if (answer.status === 409) return null;
  if (answer.status === 400) {
    const { errors } = await problemIn(answer);
    return errors?.[0]?.pointer === `/${field.name}` ? null : 'refused without its field';
  }
  if (answer.status !== 201) return `answered ${answer.status}`;
  const item: CrudItem = await itemIn(answer);
  const stored = item[field.name];
  const read = base === 'pods' ? item : await itemIn(await list.get(String(item[key])));
  if (read[field.name] !== stored) return 'response differs from the next read';
  if (!storedForms(text).some((form) => form === stored)) return 'is stored differently';
  return typeof stored === 'string' && stored !== '' ? faultOfFinding(list, field, stored) : null;
}

async function faultOfFinding(
  list: CrudClient,
  field: FieldMeta,
  stored: string,
): Promise<string | null> {
  const filters = { [field.name]: stored };
  const isFiltered = field.operators.includes('eq');
  if (isFiltered && (await list.list({ filters, size: 1 })).total === 0)
    return 'is not found by eq';
  if (!field.searchable) return null;
  const { total } = await list.list({ search: stored, size: 1 });
  return total === 0 ? 'is not found by search' : null;
}

describe('text of any kind', () => {
  it.each(Object.keys(ITEMS))(
    'CRUD-61 is returned as sent and can be found, or is refused by field: %s',
    async (base) => {
      const list = new CrudClient(server, base, admin);
      const { primary_key: key } = crudMetaSchema.parse(await (await list.get('_meta')).json());
      const faults: string[] = [];
      for (const field of await textFields(list)) {
        for (let at = 0; at < NAUGHTY_STRINGS.length; at += AT_ONCE) {
          const texts = NAUGHTY_STRINGS.slice(at, at + AT_ONCE);
          const found = await Promise.all(
            texts.map((text) => faultOf(list, key, base, field, text)),
          );
          faults.push(...found.filter((fault) => fault !== null));
        }
      }
      expect(faults).toEqual([]);
    },
  );
});
