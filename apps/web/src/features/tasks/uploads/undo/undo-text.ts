import type { ImportSummary } from '@portal/contracts/imports';
import { formatCount, plural } from '../../../../lib/format';

/** The name of an import for users: its file, or 'Undo of tasks.json'. */
export function importTitle({ file_name: name, undoes }: ImportSummary): string {
  return undoes === null ? name : `Undo of ${name}`;
}

/** What kind of import it is, within a sentence. */
export function importWord({ dry_run: isPreview, undoes }: ImportSummary): string {
  if (isPreview) return 'preview';
  return undoes === null ? 'import' : 'undo';
}

/** What an undo does, or did. */
export interface UndoCounts {
  /** Changed tasks that get their former values. */
  readonly putBack: number;
  /** Removed tasks that are made again. */
  readonly madeAgain: number;
  /** New tasks that are removed. */
  readonly removed: number;
  /** Tasks that have changed since, which stay. */
  readonly kept: number;
  /** Tasks that cannot be put back, because their batch is gone. */
  readonly impossible: number;
}

export function undoCounts(undo: ImportSummary): UndoCounts {
  return {
    putBack: undo.tasks_imported?.update ?? 0,
    madeAgain: undo.tasks_imported?.insert ?? 0,
    removed: undo.removed_count ?? 0,
    kept: undo.kept_count ?? 0,
    impossible: undo.error_count,
  };
}

/** 'puts back 91,204 changed tasks and removes 8,796 new ones'; undefined if it does nothing. */
export function undoText(counts: UndoCounts, tense: 'present' | 'past'): string | undefined {
  const { putBack, madeAgain, removed } = counts;
  const isPast = tense === 'past';
  const parts: string[] = [];
  const tasks = (count: number, kind: string) =>
    parts.length > 0
      ? plural(count, `${kind} one`, `${kind} ones`)
      : plural(count, `${kind} task`, `${kind} tasks`);
  if (putBack > 0) parts.push(`${isPast ? 'put' : 'puts'} back ${tasks(putBack, 'changed')}`);
  if (removed > 0) parts.push(`${isPast ? 'removed' : 'removes'} ${tasks(removed, 'new')}`);
  if (madeAgain > 0)
    parts.push(`${isPast ? 'made' : 'makes'} ${tasks(madeAgain, 'removed')} again`);
  return parts.length > 0 ? new Intl.ListFormat('en-US').format(parts) : undefined;
}

/** The counts of an ended undo in a list: '91,204 put back, 8,796 removed, 12 left'. */
export function undoCountsText(undo: ImportSummary): string {
  const { putBack, madeAgain, removed, kept, impossible } = undoCounts(undo);
  const isAhead = undo.dry_run;
  const left = kept + impossible;
  return [
    `${formatCount(putBack)} ${isAhead ? 'to put back' : 'put back'}`,
    `${formatCount(removed)} ${isAhead ? 'to remove' : 'removed'}`,
    ...(madeAgain > 0
      ? [`${formatCount(madeAgain)} ${isAhead ? 'to make again' : 'made again'}`]
      : []),
    ...(left > 0 ? [`${formatCount(left)} ${isAhead ? 'to leave' : 'left'}`] : []),
  ].join(', ');
}
