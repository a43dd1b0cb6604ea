import type { AuditRecord, ChangeGroup } from '@portal/contracts/audit';
import { z } from 'zod';
import { formatCount } from '../../lib/format';

const count = z.number().default(0);

/** What the audit has of a completed import. */
const endSchema = z.object({
  state: z.literal('completed'),
  file_name: z.string().default(''),
  /** The import that it undoes. */
  undoes: z.string().optional(),
  inserted: count,
  updated: count,
  unchanged: count,
  removed: count,
  kept: count,
  /** Absent if nothing is kept for its undo. */
  undo_until: z.string().optional(),
});
type ImportEnd = z.output<typeof endSchema>;

/** The end of an import; undefined for any other record. */
export function importEndOf({ entity, after }: AuditRecord): ImportEnd | undefined {
  return entity === 'task_import' ? endSchema.safeParse(after).data : undefined;
}

/** The end of the import that made these changes. It is recorded in each project that it changed. */
export function importOfGroup({ kinds }: ChangeGroup): ImportEnd | undefined {
  const [{ newest }, ...others] = kinds;
  return others.length === 0 ? importEndOf(newest) : undefined;
}

/** 'Imported tasks.json: 12 new, 3 changed', or 'Undo of tasks.json: 3 put back, 12 removed'. */
export function importText(end: ImportEnd): string {
  const parts: readonly (readonly [number, string])[] =
    end.undoes === undefined
      ? [
          [end.inserted, 'new'],
          [end.updated, 'changed'],
        ]
      : [
          [end.updated, 'put back'],
          [end.removed, 'removed'],
          [end.inserted, 'made again'],
          [end.kept, 'left'],
        ];
  const counts = parts
    .filter(([tasks]) => tasks > 0)
    .map(([tasks, what]) => `${formatCount(tasks)} ${what}`);
  const title = `${end.undoes === undefined ? 'Imported' : 'Undo of'} ${end.file_name}`;
  return counts.length === 0 ? title : `${title}: ${counts.join(', ')}`;
}
