import type { ListedItem } from '@portal/contracts/lists';
import { inUtc } from '@portal/contracts/scalars';
import type { Caller } from '@portal/domain/caller';
import type { Transaction } from '@portal/persistence/db';
import { z } from 'zod';
import { changedValues } from '../../db/changed-values.js';
import { SchemaPipe } from '../../http/input/schema.pipe.js';
import { invalidBody } from '../shared/refusals.js';
import type { ListMetadata } from '../declare/list-metadata.js';
import type { Field, DeclaredList } from '../declare/declared-list.js';
import type { Row } from '../../db/row.js';

/**
 * The values that a change of a locked item stores: the given ones that differ, and derived ones.
 * Empty if nothing differs. The project of the new values is checked before, by
 * `refuseForeignTarget`.
 * @param now the time of the change, the same for all items of a request: their values stay equal
 * @throws {ProblemException} `forbidden`, `invalid-input`, `conflict`, by the rules of the list
 */
export async function admitChange(
  tx: Transaction,
  table: ListMetadata,
  caller: Caller,
  stored: ListedItem,
  values: Row,
  now = new Date().toISOString(),
): Promise<Row> {
  const { rules } = table.declared;
  const amended = rules?.amend?.(values, stored, now) ?? values;
  await rules?.admit?.(caller, amended, stored, tx);
  refuseWrong(table, { ...stored, ...amended });
  const changed = changedValues(amended, stored);
  if (Object.keys(changed).length > 0) await rules?.protect?.(tx, caller, stored, changed);
  return changed;
}

/** @throws {ProblemException} `forbidden`, `conflict`, by the rules of the list */
export async function admitDeletion(
  tx: Transaction,
  table: ListMetadata,
  caller: Caller,
  stored: ListedItem,
): Promise<void> {
  const { rules } = table.declared;
  rules?.beforeDelete?.(stored);
  await rules?.protect?.(tx, caller, stored, null);
}

/** @throws {ProblemException} `invalid-input`, with each field */
export function refuseWrong(table: ListMetadata, item: Row): void {
  const problems = table.declared.rules?.check?.(item) ?? [];
  if (problems.length > 0) throw invalidBody(problems);
}

const objectSchema = z.record(z.string(), z.unknown());
const pipe = new SchemaPipe();

type Input = NonNullable<DeclaredList['input']>;

/**
 * Validates a body by the rules of the list and returns its values. A change may repeat the key
 * of its item; the key is ignored.
 * @param id the changed item; undefined for a new item, which must be complete
 * @throws {ProblemException} `invalid-input`, with each field
 */
export async function readBody(table: ListMetadata, body: unknown, id?: number): Promise<Row> {
  const { input } = table.declared;
  if (!input) throw new Error(`${table.declared.base} is read-only`);
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

function withoutKey(table: ListMetadata, body: unknown, id: number | undefined): unknown {
  const parsed = objectSchema.safeParse(body);
  if (!parsed.success || id === undefined || parsed.data[table.key.name] !== id) return body;
  return Object.fromEntries(
    Object.entries(parsed.data).filter(([name]) => name !== table.key.name),
  );
}

/** The read-only fields in a body. */
function readOnlyFieldsIn(table: ListMetadata, body: unknown, isChange: boolean): string[] {
  const writable = table.declared.input?.shape ?? {};
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
