import { z } from 'zod';
import { SchemaPipe } from '../http/schema.pipe.js';
import { invalidBody } from './refusals.js';
import type { Values } from './resource.js';
import type { Field, Table } from './table.js';

const objectSchema = z.record(z.string(), z.unknown());
const pipe = new SchemaPipe();

/**
 * The values that a body holds, as the resource's rules leave them. A change may repeat the key of
 * what it changes; that is no value.
 * @param id what is changed; none for a new item, which has to be whole
 * @throws {ProblemException} `invalid-input`, naming each field
 */
export async function readBody(table: Table, body: unknown, id?: number): Promise<Values> {
  const { input } = table.resource;
  if (!input) throw new Error(`${table.resource.base} is read-only`);
  const fields = withoutKey(table, body, id);
  refuseFixed(table, fields, id !== undefined);
  const schema = id === undefined ? input : input.partial();
  const values = objectSchema.parse(await pipe.transform(fields, { type: 'body', schema }));
  return Object.fromEntries(
    Object.entries(values).map(([name, value]) => [name, normalise(value, table.field(name))]),
  );
}

function withoutKey(table: Table, body: unknown, id: number | undefined): unknown {
  const parsed = objectSchema.safeParse(body);
  if (!parsed.success || id === undefined || parsed.data[table.key.name] !== id) return body;
  return Object.fromEntries(
    Object.entries(parsed.data).filter(([name]) => name !== table.key.name),
  );
}

function refuseFixed(table: Table, body: unknown, isChange: boolean): void {
  const writable = table.resource.input?.shape ?? {};
  const fixed = Object.keys(objectSchema.safeParse(body).data ?? {}).filter((name) => {
    const field = table.fields.get(name);
    return field && (!(name in writable) || (isChange && field.options.createOnly));
  });
  if (fixed.length === 0) return;
  throw invalidBody(fixed.map((name) => ({ pointer: `/${name}`, detail: 'cannot be changed' })));
}

/** So that what is given compares with what is stored. */
function normalise(value: unknown, { type }: Field): unknown {
  if (type === 'datetime' && typeof value === 'string') return new Date(value).toISOString();
  if (type === 'list' && Array.isArray(value)) return [...new Set(value.map(String))].sort();
  return value;
}
