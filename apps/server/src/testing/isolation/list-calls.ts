import {
  type ListedItem,
  type ListMeta,
  listedItemSchema,
  itemListSchema,
  listMetaSchema,
  type FieldMeta,
  type FilterOperator,
} from '@portal/contracts/lists';
import type { TestUser } from '../user.js';
import type { TestServer } from '../test-server.js';
import type { Call } from './call.js';

const MOST_VALUES = 12;

/** Every list with its fields, and the values of each field in the whole database. */
interface List {
  readonly meta: ListMeta;
  readonly keys: readonly unknown[];
  readonly valuesOf: (field: string) => readonly unknown[];
}

/** The paths of lists, of their items and their exports. */
export function listPaths(paths: readonly string[]): ReadonlySet<string> {
  return new Set(
    basesIn(paths).flatMap((base) =>
      ['', '/_meta', '/export', '/{key}'].map((part) => `/${base}${part}`),
    ),
  );
}

function basesIn(paths: readonly string[]): string[] {
  return paths.flatMap((path) => /^\/(.+)\/_meta$/.exec(path)?.[1] ?? []);
}

/** The calls of every list: filters, sort orders, searches, exports, single items, bulk requests. */
export async function listCalls(
  server: TestServer,
  root: TestUser,
  paths: readonly string[],
): Promise<Call[]> {
  const lists = await Promise.all(basesIn(paths).map((base) => readList(server, root, base)));
  return lists.flatMap(callsOf);
}

async function readList(server: TestServer, root: TestUser, base: string): Promise<List> {
  const read = async (path: string): Promise<unknown> => {
    const url = `${server.baseUrl}/api/v1/${base}/${path}`;
    const answer = await fetch(url, { headers: { authorization: `Bearer ${root.token}` } });
    return answer.json();
  };
  const meta = listMetaSchema.parse(await read('_meta'));
  const { items } = itemListSchema(listedItemSchema).parse(await read('?size=100'));
  return {
    meta,
    keys: items.map((item) => keyOf(meta, item)),
    valuesOf: (field) => [...new Set(items.map((item) => item[field]))].filter(isScalar),
  };
}

/** The key of an item as in its path. */
function keyOf({ primary_key: names }: ListMeta, item: ListedItem): unknown {
  const values = names.split(',').map((name) => item[name]);
  return values.length === 1 ? values[0] : values.join(',');
}

function isScalar(value: unknown): boolean {
  return value !== null && typeof value !== 'object' && value !== undefined;
}

function callsOf(list: List): Call[] {
  const { meta, keys } = list;
  const base = `/${meta.base.replaceAll(/^\/|\/$/g, '')}`;
  const selections = [
    ...sortings(meta).map((sort) => ({ ...sort })),
    ...searches(list).map((search) => ({ search })),
    ...filtersOf(list).map((filters) => ({ filters: JSON.stringify(filters) })),
  ];
  const reads = selections.flatMap((selection): Call[] => {
    const query = new URLSearchParams(selection).toString();
    return [
      { method: 'GET', path: `${base}/?${query}&size=3&page=2` },
      { method: 'GET', path: `${base}/?${query}&size=100` },
      { method: 'GET', path: `${base}/export?${query}` },
    ];
  });
  return [...reads, ...singles(base, keys), ...bulks(base, list)];
}

function sortings({ fields }: ListMeta): { sort_by: string; sort_order: string }[] {
  return fields
    .filter(({ sortable }) => sortable)
    .flatMap(({ name }) => ['asc', 'desc'].map((order) => ({ sort_by: name, sort_order: order })));
}

function searches({ meta, valuesOf }: List): string[] {
  return meta.fields
    .filter(({ searchable }) => searchable)
    .flatMap(({ name }) => some(valuesOf(name)).map((value) => String(value).slice(0, 5)));
}

/** Every operator of every field with values of all projects. */
function filtersOf(list: List): unknown[] {
  return list.meta.fields.flatMap((field) => {
    // Roles are an object by project; any of their names may be hidden.
    const values =
      field.type === 'dict'
        ? ['admin', 'project_admin', 'project_member']
        : list.valuesOf(field.name);
    return field.operators.flatMap((operator) =>
      operands(operator, field, some(values)).map((value) => ({
        [field.name]: { [operator]: value },
      })),
    );
  });
}

function operands(
  operator: FilterOperator,
  { type }: FieldMeta,
  values: readonly unknown[],
): unknown[] {
  switch (operator) {
    case 'is_null':
      return [true, false];
    case 'in':
    case 'nin':
      return [values];
    case 'between':
      return values.slice(1).map((value, n) => [values[n], value]);
    case 'contains':
    case 'starts_with':
      return type === 'dict' || type === 'list'
        ? [...values]
        : values.map((value) => String(value).slice(0, 5));
    case 'eq':
    case 'ne':
    case 'lt':
    case 'lte':
    case 'gt':
    case 'gte':
      return [...values];
  }
}

function some(values: readonly unknown[]): unknown[] {
  const apart = Math.ceil(values.length / MOST_VALUES);
  return values.filter((_, n) => n % apart === 0);
}

function singles(base: string, keys: readonly unknown[]): Call[] {
  return keys.flatMap((key): Call[] => [
    { method: 'GET', path: `${base}/${String(key)}` },
    { method: 'PATCH', path: `${base}/${String(key)}`, body: {} },
    { method: 'DELETE', path: `${base}/${String(key)}` },
    { method: 'POST', path: `${base}/bulk`, body: { ids: [key], delete: true, dry_run: true } },
  ]);
}

function bulks(base: string, list: List): Call[] {
  const dryRun = { delete: true, dry_run: true };
  return [
    { method: 'POST', path: `${base}/bulk`, body: { ids: list.keys, ...dryRun } },
    ...filtersOf(list).flatMap((filters): Call[] => [
      { method: 'POST', path: `${base}/bulk`, body: { filters, ...dryRun } },
      {
        method: 'POST',
        path: `${base}/bulk`,
        body: { filters, delete: true, expected_count: 99_999 },
      },
    ]),
    ...searches(list).map((search): Call => ({
      method: 'POST',
      path: `${base}/bulk`,
      body: { search, ...dryRun },
    })),
  ];
}
