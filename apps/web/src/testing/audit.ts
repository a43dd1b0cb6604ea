import { type AuditRecord, changeGroupSchema, NOT_UNDOABLE } from '@portal/contracts/audit';
import type { Call, StubServer } from './stub-server';

/** A record of the audit: by default, a new description of pod 12. */
export function change(id: number, part: Partial<AuditRecord> = {}): AuditRecord {
  return {
    id,
    at: '2026-01-05T10:00:00.000Z',
    actor_email: 'ann@example.com',
    action: 'update',
    entity: 'pod',
    entity_id: '12',
    entity_name: '',
    project_id: 1,
    before: { description: null },
    after: { description: 'Six strings' },
    group_id: id,
    undoes: null,
    labels: { project_id: { '1': 'Project 1' } },
    ...part,
  };
}

/** Serves these records, newest first, filtered by group and action; alone and by group. */
export function serveAudit(
  stub: StubServer,
  records: readonly AuditRecord[],
  changedSince: readonly number[] = [],
): void {
  const matching = (call: Call): readonly AuditRecord[] => {
    const { group_id: group, action } = filtersOf(call);
    return records.filter(
      (record) => isWanted(group, record.group_id) && isWanted(action, record.action),
    );
  };
  stub.on('GET /api/v1/audit/', (call) => ({ json: pageOf(call, matching(call)) }));
  stub.on('GET /api/v1/audit/groups', (call) => {
    const groups = [...new Set(matching(call).map(({ group_id: id }) => id))].map((id) => {
      const all = records.filter((record) => record.group_id === id);
      return changeGroupSchema.parse({
        group_id: id,
        total: all.length,
        kinds: kindsOf(matching(call).filter((record) => record.group_id === id)),
        undone_by: undoOf(id, records),
        undoable: all.every(
          ({ entity, entity_id: key }) => NOT_UNDOABLE[entity] === undefined && key !== '*',
        ),
        changed_since: changedSince.includes(id),
      });
    });
    return { json: pageOf(call, groups) };
  });
}

function kindsOf(records: readonly AuditRecord[]) {
  const kinds = new Map<string, { count: number; newest: AuditRecord }>();
  for (const record of records) {
    const kind = `${record.action} ${record.entity}`;
    const { count, newest } = kinds.get(kind) ?? { count: 0, newest: record };
    kinds.set(kind, { count: count + 1, newest });
  }
  return [...kinds.values()];
}

function undoOf(group: number, records: readonly AuditRecord[]): number | null {
  const undos = records.filter(({ undoes }) => undoes === group).map(({ group_id: id }) => id);
  return undos.find((undo) => undoOf(undo, records) === null) ?? null;
}

function pageOf(call: Call, items: readonly unknown[]) {
  const { searchParams } = new URL(call.url, 'http://stub');
  const [page, size] = ['page', 'size'].map((name) => Number(searchParams.get(name)));
  const first = ((page ?? 1) - 1) * (size ?? 0);
  return {
    items: items.slice(first, first + (size ?? 0)),
    total: items.length,
    page,
    size,
    total_is_estimate: false,
    kept_days: 400,
  };
}

/** The filters of a recorded request. */
export function filtersOf({ url }: Call): Record<string, unknown> {
  const filters: unknown = JSON.parse(
    new URL(url, 'http://stub').searchParams.get('filters') ?? '{}',
  );
  return typeof filters === 'object' && filters !== null ? { ...filters } : {};
}

function isWanted(wanted: unknown, value: unknown): boolean {
  return wanted === undefined || wanted === value;
}
