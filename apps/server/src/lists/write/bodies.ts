import { inUtc } from '@portal/contracts/scalars';
import { z } from 'zod';
import { SchemaPipe } from '../../http/input/schema.pipe.js';
import type { Field, Resource, Row } from '../declare/resource.js';
import type { ResourceMetadata } from '../declare/resource-metadata.js';

const objectSchema = z.record(z.string(), z.unknown());
const pipe = new SchemaPipe();

type Input = NonNullable<Resource['input']>;

/**
 * Validates a body by the rules of the resource and returns its values. A change may repeat the key
 * of its item; the key is ignored.
 * @param id the changed item; undefined for a new item, which must be complete
 * @throws {ProblemException} `invalid-input`, with each field
 */
export async function readBody(table: ResourceMetadata, body: unknown, id?: number): Promise<Row> {
  const { input } = table.resource;
  if (!input) throw new Error(`${table.resource.base} is read-only`);
  const fields = withoutKey(table, body, id);
  const schema = withRefusedFields(
    readOnlyFieldsIn(table, fields, id !== undefined),
    id === undefined ? input : input.partial(),
  );
  const values = objectSchema.parse(await pipe.transform(fields, { type: 'body', schema }));
  return Object.fromEntries(
    Object.entries(values).map(([name, value]) => [name, normalise(value, table.field(name))]),
  );
}

function withoutKey(table: ResourceMetadata, body: unknown, id: number | undefined): unknown {
  const parsed = objectSchema.safeParse(body);
  if (!parsed.success || id === undefined || parsed.data[table.key.name] !== id) return body;
  return Object.fromEntries(
    Object.entries(parsed.data).filter(([name]) => name !== table.key.name),
  );
}

/** The read-only fields in a body. */
function readOnlyFieldsIn(table: ResourceMetadata, body: unknown, isChange: boolean): string[] {
  const writable = table.resource.input?.shape ?? {};
  return Object.keys(objectSchema.safeParse(body).data ?? {}).filter((name) => {
    const field = table.fields.get(name);
    return field && (!(name in writable) || (isChange && field.options.createOnly));
  });
}

/** The schema refuses them, so that one response lists them with all other errors. */
function withRefusedFields(readOnly: readonly string[], schema: Input): Input {
  if (readOnly.length === 0) return schema;
  return schema.extend(
    Object.fromEntries(readOnly.map((name) => [name, z.never('cannot be changed')])),
  );
}

/** Converts values to the stored form, so that they can be compared. */
function normalise(value: unknown, { type }: Field): unknown {
  if (type === 'datetime' && typeof value === 'string') return inUtc(value);
  if (type === 'list' && Array.isArray(value)) return [...new Set(value.map(String))].sort();
  return value;
}
