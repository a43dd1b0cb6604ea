import type { FieldType } from '@portal/contracts/lists';
import type { ImportListQuery } from '@portal/contracts/import-requests';
import type { ImportSelection } from '@portal/persistence/imports/import-queries';
import {
  confirmedBy,
  fileKeptUntil,
  imported,
  needsConfirmation,
  queuePlace,
  undoneBy,
  waitingSince,
  wouldImport,
} from '@portal/persistence/imports/stored-import';
import type { Binds } from '@portal/persistence/visibility/row-sql';
import { filterSql } from '../../lists/read/row-sql.js';
import { type RowOrder, rowsAfter } from '../../lists/read/list-cursor.js';
import { orderBy, readListRequest } from '../../lists/read/list-request.js';
import { TYPE_FACTS } from '../../lists/declare/field-types.js';
import type { Field, ListRequest } from '../../lists/declare/declared-list.js';

/** Every scalar field of an import: its type and its SQL. */
const FIELDS = fieldsFrom({
  import_id: ['string', 'task_import.id::text'],
  status: ['string', 'state'],
  phase: ['string'],
  file_name: ['string'],
  sha256: ['string'],
  uploaded_by: ['string', 'app_user.email'],
  dry_run: ['boolean'],
  on_error: ['string'],
  format: ['string'],
  empty: ['string'],
  format_name: ['string'],
  format_version: ['integer'],
  bytes_total: ['integer'],
  bytes_done: ['integer'],
  rows_total: ['integer'],
  rows_done: ['integer'],
  error_count: ['integer'],
  warning_count: ['integer'],
  'tasks_imported.insert': ['integer', `(${imported('inserted')})`],
  'tasks_imported.update': ['integer', `(${imported('updated')})`],
  'tasks_imported.unchanged': ['integer', `(${imported('unchanged')})`],
  'tasks_imported.delivery_batches': ['integer', `(${imported('delivery_batches')})`],
  'failure.code': ['string', 'failure_code'],
  'failure.detail': ['string', 'failure_detail'],
  created_at: ['datetime', 'task_import.created_at'],
  started_at: ['datetime'],
  finished_at: ['datetime'],
  file_kept_until: ['datetime', `(${fileKeptUntil})`],
  queue_place: ['integer', `(${queuePlace})`],
  on_older: ['string'],
  older_count: ['integer'],
  on_conflict: ['string'],
  conflict_count: ['integer'],
  undo_until: ['datetime'],
  undoes: ['string', 'undoes::text'],
  undone_by: ['string', `(${undoneBy})::text`],
  removed_count: ['integer', 'removed'],
  kept_count: ['integer', 'kept'],
  waiting_since: ['datetime', `(${waitingSince})`],
  'moved.to': ['string', 'moved_to'],
  'moved.among': ['string', 'moved_among'],
  'would_import.insert': ['integer', `(${wouldImport('inserted')})`],
  'would_import.update': ['integer', `(${wouldImport('updated')})`],
  'would_import.unchanged': ['integer', `(${wouldImport('unchanged')})`],
  'would_import.delivery_batches': ['integer', `(${wouldImport('delivery_batches')})`],
  needs_confirmation: ['boolean', `(${needsConfirmation})`],
  confirmed_at: ['datetime'],
  confirmed_by: ['string', `(${confirmedBy})`],
});
const KEY = { sql: 'task_import.id', cast: 'uuid' };

/** @throws {ProblemException} `invalid-input`, with the parameter or filter */
export function readImportRequest(query: ImportListQuery): ListRequest {
  return readListRequest({ find: (name) => FIELDS.get(name) }, query);
}

/** The requested imports; by default the newest first. */
export function selectionOf(request: ListRequest): ImportSelection {
  const { filters, after, size, offset } = request;
  const name = request.sort?.name ?? 'created_at';
  const direction = request.direction ?? (request.sort ? 'asc' : 'desc');
  const sort = sqlOf(name);
  const order: RowOrder = {
    sort: { sql: sort, cast: castOf(name), nullable: true },
    keys: [KEY],
    direction,
  };
  return {
    condition: (binds) => {
      const row = {
        column: sqlOf,
        bind: (...args: Parameters<Binds['bind']>) => binds.bind(...args),
      };
      return ['TRUE', ...filters.map((filter) => filterSql(filter, row))].join(' AND ');
    },
    after: (binds) => (after ? `(${rowsAfter(after, order, binds).join(' OR ')})` : 'TRUE'),
    sort,
    order: orderBy([sort, KEY.sql], direction),
    size,
    offset,
  };
}

function castOf(name: string): string {
  return TYPE_FACTS[FIELDS.get(name)?.type ?? 'string'].cast;
}

function sqlOf(name: string): string {
  return FIELDS.get(name)?.sql ?? name;
}

function fieldsFrom(
  declared: Readonly<Record<string, readonly [type: FieldType, sql?: string]>>,
): ReadonlyMap<string, Field> {
  return new Map(
    Object.entries(declared).map(([name, [type, sql = name]]) => [
      name,
      {
        ...{ name, type, sql, nullable: true },
        relation: null,
        ignoresAccents: true,
        column: null,
        derived: null,
        options: {},
      },
    ]),
  );
}
