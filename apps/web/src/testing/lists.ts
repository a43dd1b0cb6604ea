import type { ListedItem, ItemList, ListMeta, FieldMeta } from '@portal/contracts/lists';
import type { ListBulkResult } from '@portal/contracts/list-bulk';
import { beforeEach } from 'vitest';
import { LiveServer } from './live-server';
import { serveShell } from './portal-stub';
import { type Call, type StubServer, stubServer } from './stub-server';
import { grant, signInAs } from './users';

const TEXT_OPERATORS: FieldMeta['operators'] = ['eq', 'ne', 'in', 'contains', 'is_null'];
const NUMBER_OPERATORS: FieldMeta['operators'] = ['eq', 'ne', 'lt', 'gte', 'between', 'is_null'];

/** A field of a list as the server describes it. */
export function field(name: string, part: Partial<FieldMeta> = {}): FieldMeta {
  const isNumber = part.type === 'integer' || part.type === 'number';
  const label = name.charAt(0).toUpperCase() + name.slice(1).replaceAll('_', ' ');
  return {
    name,
    label,
    type: 'string',
    nullable: false,
    primary_key: false,
    auto_increment: false,
    foreign_key: null,
    enum: null,
    enum_is_open: false,
    default: null,
    required: false,
    read_only: false,
    create_only: false,
    hidden: false,
    searchable: false,
    sortable: true,
    operators: isNumber ? NUMBER_OPERATORS : TEXT_OPERATORS,
    max_length: null,
    minimum: null,
    maximum: null,
    ...part,
  };
}

/** The fields of an invented list: one of each kind. */
export const FIELDS: FieldMeta[] = [
  field('id', { type: 'integer', primary_key: true, auto_increment: true, read_only: true }),
  field('name', { required: true, searchable: true, max_length: 20 }),
  field('secret', { hidden: true }),
  field('code', { required: true, create_only: true }),
  field('level', { type: 'integer', nullable: true, minimum: 1, maximum: 9 }),
  field('kind', { enum: ['small', 'very_large'], default: 'small' }),
  field('day', { type: 'date', nullable: true }),
  field('project_id', {
    label: 'Project',
    type: 'integer',
    required: true,
    minimum: 1,
    foreign_key: {
      ...{ base: '/projects/list/', field: 'id', label_field: 'name' },
      candidates: null,
    },
  }),
  field('is_active', { label: 'Active', type: 'boolean', default: true, operators: ['eq'] }),
  field('extra', { type: 'dict', nullable: true, operators: ['is_null'], sortable: false }),
  field('created_at', { type: 'datetime', read_only: true }),
];

export function listMeta(part: Partial<ListMeta> = {}): ListMeta {
  return {
    base: '/pods/',
    label: 'Widget',
    label_plural: 'Widgets',
    primary_key: 'id',
    audit_entity: 'pod',
    reads: ['pod', 'project'],
    default_sort: { sort_by: 'name', sort_order: 'asc' },
    operations: ['create', 'update', 'delete'],
    fields: FIELDS,
    ...part,
  };
}

export function widget(id: number, part: Partial<ListedItem> = {}): ListedItem {
  return {
    id,
    name: `Widget ${id}`,
    code: `C-${id}`,
    level: id,
    kind: 'very_large',
    day: '2026-01-05',
    project_id: 1,
    is_active: true,
    created_at: '2026-01-05T10:00:00.000Z',
    version: `v${id}`,
    ...part,
  };
}

export function page(items: ListedItem[], part: Partial<ItemList> = {}): { json: ItemList } {
  const total = items.length;
  return { json: { items, total, page: 1, size: 10, total_is_estimate: false, ...part } };
}

/** The result of a bulk request for one item. */
export function bulkResult(part: Partial<ListBulkResult> = {}): ListBulkResult {
  const counts = { count: 1, changed: 1, also_deleted: [], sample: [] };
  const none = { refused: 0, refused_is_minimum: false, refusals: [] };
  return { dry_run: false, group_id: null, undoable: true, ...counts, ...none, ...part };
}

/** Before each test, an administrator is signed in and the server has the invented list. */
export function widgetServer(live = new LiveServer()): StubServer {
  const stub = stubServer();
  live.attach(stub.server);
  beforeEach(() => {
    serveShell(stub);
    serveWidgets(stub);
    signInAs(grant(0, 'full-access'));
  });
  return stub;
}

/** Serves the invented list at /pods/, and the projects that it refers to. */
export function serveWidgets(stub: StubServer, meta = listMeta()): void {
  stub.on('GET /api/v1/pods/_meta', () => ({ json: meta }));
  stub.on('GET /api/v1/pods/', () => page([widget(1), widget(2, { extra: null })]));
  stub.on('POST /api/v1/pods/bulk', () => ({ json: bulkResult({ dry_run: true }) }));
  const projects = [0, 1, 2].map((id) => ({ id, name: `Project ${id}`, version: `p${id}` }));
  stub.on('GET /api/v1/projects/list/', () => page(projects));
}

/** The query of a recorded request. */
export function queryOf(call: Call | undefined): Record<string, string> {
  return Object.fromEntries(new URL(call?.url ?? '', 'http://stub').searchParams);
}
