import type { ListMetadata } from '../lists/declare/list-metadata.js';
import { valuesOf } from '../lists/declare/metadata.js';
import type { TestServer } from './test-server.js';

/** Of a file format. */
const FORMAT = {
  ...{ file: 'csv', time_zone: 'UTC', columns: [] },
  fields: {
    turing_task_id: { columns: ['Task'] },
    project_id: { constant: 1 },
    turing_batch_id: { constant: 1 },
  },
};

/** Makes new items of a list that it accepts, each with another key and name. */
export async function validItems(
  { db }: TestServer,
  { key, declared, fields }: ListMetadata,
  lists: readonly ListMetadata[],
): Promise<() => object> {
  const required = Object.entries(declared.input?.shape ?? {}).filter(
    ([, schema]) => !schema.safeParse(undefined).success,
  );
  const referenced = new Map<string, unknown[]>();
  for (const [name] of required) {
    const reference = fields.get(name)?.options.references;
    const list = lists.find((one) => one.declared.base === reference?.base);
    if (!reference || !list) continue;
    // No item belongs to all projects.
    const rows = await db.query<{ value: unknown }>(
      `SELECT ${reference.field} AS value FROM ${list.path} WHERE ${list.key.name} <> 0 ORDER BY ${list.key.name}`,
    );
    referenced.set(
      name,
      rows.map(({ value }) => value),
    );
  }
  let last = 0;
  return () => {
    last++;
    const values = required.map(([name, schema]): [string, unknown] => {
      const known = referenced.get(name) ?? [];
      const field = fields.get(name);
      const candidates = [
        known[last % known.length],
        ...((field && valuesOf(field, schema)) ?? []),
        ...[`name ${last}`, `name-${last}`, `name${last}@example.org`],
        name === key.name ? last : 1,
        '2026-01-05',
        FORMAT,
      ];
      const valid = candidates.find((value) => schema.safeParse(value).success);
      if (valid === undefined) throw new Error(`No valid ${name} in ${declared.base} is known`);
      return [name, valid];
    });
    return Object.fromEntries(values);
  };
}
