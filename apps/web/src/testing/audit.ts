import { auditRecordSchema, type AuditRecord } from '@portal/contracts/audit';
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

/** Serves these records, filtered by group, action and undone group. */
export function serveAudit(
  stub: StubServer,
  records: readonly AuditRecord[],
  total?: number,
): void {
  stub.on('GET /api/v1/audit/', (call) => {
    const filters = filtersOf(call);
    const items = records.filter(
      (record) =>
        matches(filters['group_id'], record.group_id) &&
        matches(filters['action'], record.action) &&
        matches(filters['undoes'], record.undoes),
    );
    const isAll = items.length === records.length;
    return {
      json: {
        items: items.map((item) => auditRecordSchema.parse(item)),
        total: isAll ? (total ?? items.length) : items.length,
        page: Number(new URL(call.url, 'http://stub').searchParams.get('page')),
        size: 50,
        total_is_estimate: false,
      },
    };
  });
}

/** The filters of a recorded request. */
export function filtersOf({ url }: Call): Record<string, unknown> {
  const filters: unknown = JSON.parse(
    new URL(url, 'http://stub').searchParams.get('filters') ?? '{}',
  );
  return typeof filters === 'object' && filters !== null ? { ...filters } : {};
}

function matches(wanted: unknown, value: unknown): boolean {
  if (wanted === undefined) return true;
  if (typeof wanted !== 'object' || wanted === null) return wanted === value;
  return 'in' in wanted && Array.isArray(wanted.in) && wanted.in.includes(value);
}
