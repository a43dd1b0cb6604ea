import type { FieldType } from '@portal/contracts/crud';
import type { ImportListQuery } from '@portal/contracts/imports';
import type { ImportSelection } from '@portal/persistence/imports/import-repository';
import {
  fileKeptUntil,
  queuePlace,
  undoneBy,
  waitingSince,
} from '@portal/persistence/imports/stored-import';
import type { Binds } from '@portal/persistence/visibility/row-sql';
import { filterSql } from '../../lists/read/row-sql.js';
import { orderBy, readListRequest } from '../../lists/read/list-request.js';
import type { Field } from '../../lists/declare/resource.js';

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
  bytes_total: ['integer'],
  bytes_done: ['integer'],
  rows_total: ['integer'],
  rows_done: ['integer'],
  error_count: ['integer'],
  warning_count: ['integer'],
  'tasks_imported.insert': ['integer', 'inserted'],
  'tasks_imported.update': ['integer', 'updated'],
  'tasks_imported.unchanged': ['integer', 'unchanged'],
  'tasks_imported.delivery_batches': ['integer', 'delivery_batches'],
  'failure.code': ['string', 'failure_code'],
  'failure.detail': ['string', 'failure_detail'],
  created_at: ['datetime', 'task_import.created_at'],
  started_at: ['datetime'],
  finished_at: ['datetime'],
  file_kept_until: ['datetime', `(${fileKeptUntil})`],
  queue_place: ['integer', `(${queuePlace})`],
  on_older: ['string'],
  older_count: ['integer'],
  undo_until: ['datetime'],
  undoes: ['string', 'undoes::text'],
  undone_by: ['string', `(${undoneBy})::text`],
  removed_count: ['integer', 'removed'],
  kept_count: ['integer', 'kept'],
  waiting_since: ['datetime', `(${waitingSince})`],
  'moved.to': ['string', 'moved_to'],
  'moved.among': ['string', 'moved_among'],
});
const KEY = 'task_import.id';

/**
 * The requested imports; by default the newest first.
 * @throws {ProblemException} `invalid-input`, with the parameter or filter
 */
export function selectionOf(query: ImportListQuery): ImportSelection {
  const request = readListRequest({ find: (name) => FIELDS.get(name) }, query);
  const { filters, sort, direction = sort ? 'asc' : 'desc', size, offset } = request;
  return {
    condition: (binds) => {
      const row = {
        column: sqlOf,
        bind: (...args: Parameters<Binds['bind']>) => binds.bind(...args),
      };
      return ['TRUE', ...filters.map((filter) => filterSql(filter, row))].join(' AND ');
    },
    order: orderBy([sqlOf(sort?.name ?? 'created_at'), KEY], direction),
    size,
    offset,
  };
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
        column: null,
        derived: null,
        options: {},
      },
    ]),
  );
}
