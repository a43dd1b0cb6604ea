import type { ImportSummary, ImportWaitsFor } from '@portal/contracts/imports';
import type { Caller } from '@portal/domain/caller';
import { maySeeImport } from '@portal/domain/uploads';
import type { QueuedImport } from '@portal/persistence/imports/import-models';

const LISTED = 10;

/**
 * The imports before a waiting import in the queue: those that the caller sees, and the number of the
 * others. None if it waits for a confirmation.
 * @param queue all unfinished imports: the running ones, then the queued ones in their order
 * @returns null if it does not wait
 */
export function waitsFor(
  summary: ImportSummary,
  queue: readonly QueuedImport[],
  caller: Caller,
): ImportWaitsFor | null {
  const confirmation = summary.status === 'unconfirmed';
  const before = confirmation ? [] : importsBefore(summary, queue);
  if (before === null) return null;
  const seen = before.filter((one) => maySeeImport(caller, one));
  return {
    confirmation,
    count: before.length,
    hidden: before.length - seen.length,
    imports: seen.slice(0, LISTED).map(listed),
  };
}

function importsBefore(
  { import_id: id, status }: ImportSummary,
  queue: readonly QueuedImport[],
): readonly QueuedImport[] | null {
  const place = queue.findIndex(({ import_id }) => import_id === id);
  const own = queue[place];
  // It may have begun or ended since it was read.
  if (own?.status !== status) return null;
  if (own.status === 'queued') return queue.slice(0, place);
  if (own.mergeAskedAt === null) return null;
  const asked = [Date.parse(own.mergeAskedAt), id] as const;
  return queue.filter(
    (one) => (isMerging(one) || asksEarlier(one, asked)) && shareProjects(one, own),
  );
}

function shareProjects(one: QueuedImport, other: QueuedImport): boolean {
  return one.projects.some((project) => other.projects.includes(project));
}

/** A dry run writes no tasks. */
function isMerging({ phase, status, dryRun, mergeAskedAt }: QueuedImport): boolean {
  const isWriting = phase === 'merging' || phase === 'loading' || phase === 'committing';
  return status === 'running' && isWriting && !dryRun && mergeAskedAt === null;
}

function asksEarlier(
  { mergeAskedAt, import_id: id }: QueuedImport,
  [since, before]: readonly [since: number, id: string],
): boolean {
  if (mergeAskedAt === null) return false;
  const at = Date.parse(mergeAskedAt);
  return at < since || (at === since && id < before);
}

const listed = (one: QueuedImport): ImportWaitsFor['imports'][number] => ({
  import_id: one.import_id,
  file_name: one.file_name,
  uploaded_by: one.uploaded_by,
  status: one.status,
  phase: one.phase,
  bytes_total: one.bytes_total,
  bytes_done: one.bytes_done,
  rows_total: one.rows_total,
  rows_done: one.rows_done,
});
