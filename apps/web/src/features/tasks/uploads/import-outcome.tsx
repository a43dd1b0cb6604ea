import { Alert, AlertTitle, type AlertColor } from '@mui/material';
import type { ImportSummary } from '@portal/contracts/imports';
import { plural } from '../../../lib/format';
import { countsText, issuesText } from './import-counts';
import { olderText } from './older/older-option';
import { undoCounts, undoText } from './undo/undo-text';
import { UPLOAD_FAILED } from './upload';

/** The result of an import or an undo; nothing while it runs. */
export function ImportOutcome({ summary }: { summary: ImportSummary }) {
  const outcome = outcomeOf(summary);
  if (outcome === undefined) return null;
  const { severity, title, texts } = outcome;
  return (
    <Alert severity={severity} role={severity === 'error' ? 'alert' : 'status'}>
      <AlertTitle>{title}</AlertTitle>
      {texts.map((text) => text !== '' && <div key={text}>{text}</div>)}
    </Alert>
  );
}

interface Outcome {
  readonly severity: AlertColor;
  readonly title: string;
  readonly texts: readonly string[];
}

function outcomeOf(summary: ImportSummary): Outcome | undefined {
  const { status, dry_run: isPreview, undoes, failure } = summary;
  const isUndo = undoes !== null;
  switch (status) {
    case 'queued':
    case 'running':
    case 'unconfirmed':
      return undefined;
    case 'completed':
      return isUndo ? undone(summary) : imported(summary);
    case 'failed':
      return {
        severity: 'error',
        title: isPreview
          ? isUndo
            ? 'It would not be undone'
            : 'The file would not be imported'
          : `${isUndo ? 'Undo' : 'Import'} failed`,
        texts: [
          failure?.detail ?? (isUndo ? 'The import could not be undone' : UPLOAD_FAILED),
          isPreview || isUndo ? '' : 'Nothing has been imported.',
        ],
      };
    case 'cancelled': {
      const what = isUndo ? 'Undo' : 'Import';
      const untouched = isUndo ? 'changed' : isPreview ? 'written' : 'imported';
      return {
        severity: 'warning',
        title: `${isPreview ? 'Preview' : what} cancelled`,
        texts: [`Nothing has been ${untouched}.`],
      };
    }
  }
}

function imported(summary: ImportSummary): Outcome {
  const { dry_run: isPreview, tasks_imported: counts, error_count: errors } = summary;
  const issues = [issuesText(summary), olderText(summary), conflictText(summary)];
  if (isPreview) {
    const text = 'Nothing was stored. An import would have these counts.';
    return { severity: 'info', title: 'Preview complete', texts: [text, ...issues] };
  }
  return {
    severity: errors > 0 ? 'warning' : 'success',
    title: 'Import successful!',
    texts: [counts ? countsText(counts) : '', ...issues],
  };
}

type Conflicts = Pick<ImportSummary, 'conflict_count' | 'on_conflict'>;

/** '3 rows contradict later changes in the portal: the portal keeps its values'; '' if there are none. */
export function conflictText({ conflict_count: count, on_conflict: winner }: Conflicts): string {
  if (count === 0) return '';
  const rows = plural(
    count,
    'row contradicts a later change in the portal',
    'rows contradict later changes in the portal',
  );
  return `${rows}: ${winner === 'desk' ? 'the portal keeps its values' : 'the file wins'}`;
}

function undone(summary: ImportSummary): Outcome {
  const isPreview = summary.dry_run;
  const text = undoText(undoCounts(summary), isPreview ? 'present' : 'past');
  const done = isPreview ? `An undo ${text}. Nothing was changed.` : `It ${text}.`;
  return {
    severity: isPreview ? 'info' : 'success',
    title: isPreview ? 'Preview complete' : 'Undone',
    texts: [text === undefined ? 'There was nothing to put back and nothing to remove.' : done],
  };
}
