import { type ListBulk, listBulkSchema, MAX_BULK_ITEMS } from '@portal/contracts/list-bulk';
import { listQuerySchema } from '@portal/contracts/lists';
import type { ProblemItem } from '@portal/contracts/problem';
import { z } from 'zod';
import { ProblemException } from '../../problems/problem.js';
import { SchemaPipe } from '../../http/input/schema.pipe.js';
import { readBody } from './write-rules.js';
import { changeSchemaOf } from '../declare/metadata.js';
import { readListRequest } from '../read/list-request.js';
import { invalidBody } from '../shared/refusals.js';
import type { ListRequest, DeclaredList } from '../declare/declared-list.js';
import type { Row } from '../../db/row.js';
import type { ListMetadata } from '../declare/list-metadata.js';

/** The validated body of a bulk request. */
export interface BulkRequest {
  readonly selection: Selection;
  /** The new values; null to delete the items. */
  readonly change: Row | null;
  readonly isDryRun: boolean;
  readonly expectedCount: number | undefined;
}

/** Items by key, or all that match a list request. */
export type Selection =
  | { readonly by: 'ids'; readonly ids: readonly number[] }
  | {
      readonly by: 'filters';
      readonly list: ListRequest;
      /** Keys of items that match but are left out. */
      readonly exclude: readonly number[];
    };

const pipe = new SchemaPipe();
/** No item has this key, so a change that names a key is refused. */
const NO_ITEM = -1;

/** @throws {ProblemException} `invalid-input`, with each field; `too-many-items` */
export async function readBulk(table: ListMetadata, body: unknown): Promise<BulkRequest> {
  refuseLongIds(body);
  const bulk = listBulkSchema.parse(
    await pipe.transform(body, { type: 'body', schema: listBulkSchema }),
  );
  const { change } = bulk;
  return {
    selection: await below('', () => selectionIn(table, bulk)),
    change: change ? await below('/change', () => readBody(table, change, NO_ITEM)) : null,
    isDryRun: bulk.dry_run ?? false,
    expectedCount: bulk.expected_count,
  };
}

/** The schema of the body for the description of the API. */
export function bulkSchemaOf(declared: DeclaredList): z.ZodType {
  const change = changeSchemaOf(declared).optional();
  return z.strictObject({ ...listBulkSchema.shape, change });
}

/** @param found the number of selected items, up to one more than the limit */
export function refuseTooMany(table: ListMetadata, found: number): void {
  if (found <= MAX_BULK_ITEMS) return;
  const { labelPlural } = table.declared;
  const most = MAX_BULK_ITEMS.toLocaleString('en-US');
  throw new ProblemException(
    'too-many-items',
    `More than ${most} ${labelPlural.toLowerCase()} are selected; one request changes at most ${most}. Add a filter`,
  );
}

function refuseLongIds(body: unknown): void {
  const parsed = z.object({ ids: z.array(z.unknown()) }).safeParse(body);
  if (!parsed.success || parsed.data.ids.length <= MAX_BULK_ITEMS) return;
  const most = MAX_BULK_ITEMS.toLocaleString('en-US');
  throw new ProblemException('too-many-items', `ids must have at most ${most} elements`);
}

function selectionIn(table: ListMetadata, bulk: ListBulk): Selection {
  const { ids, filters, search, exclude = [] } = bulk;
  if (ids) return { by: 'ids', ids };
  const query = listQuerySchema.parse({
    ...(filters && { filters: JSON.stringify(filters) }),
    ...(search !== undefined && { search }),
  });
  return { by: 'filters', list: readListRequest(table, query), exclude };
}

/** Names the fields of a refusal by their position in the body. */
export async function below<T>(pointer: string, check: () => T | Promise<T>): Promise<T> {
  try {
    return await check();
  } catch (error) {
    if (!(error instanceof ProblemException) || !error.errors) throw error;
    const errors = error.errors.map((item): ProblemItem => ({
      ...item,
      pointer: placed(pointer, item.pointer),
    }));
    throw error.code === 'invalid-input'
      ? invalidBody(errors)
      : new ProblemException(error.code, error.detail, errors);
  }
}

/** A query parameter has no slash at the start of its pointer. */
function placed(prefix: string, pointer: string): string {
  return pointer === '' || pointer.startsWith('/') ? prefix + pointer : `${prefix}/${pointer}`;
}
