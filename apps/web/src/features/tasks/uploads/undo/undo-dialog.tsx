import {
  Alert,
  Box,
  Button,
  Checkbox,
  DialogActions,
  DialogContent,
  DialogContentText,
  FormControlLabel,
  Typography,
} from '@mui/material';
import type { ImportError, ImportSummary } from '@portal/contracts/imports';
import { useState } from 'react';
import { useNavigate } from 'react-router';
import { ApiError, messageOf } from '../../../../lib/api-error';
import { formatCount, plural } from '../../../../lib/format';
import { paths } from '../../../../lib/paths';
import { capitalised } from '../../../../lib/words';
import { AppDialog } from '../../../../ui/dialogs/app-dialog';
import { useImport } from '../api';
import { RunningProgress } from '../import-running';
import { hasEnded } from '../../../../live/pushed-imports';
import { dropCheck, useUndoCheck, useUndoImport } from './api';
import { UndoReason } from './undo-reason';
import { importTitle, type UndoCounts, undoCounts, undoText } from './undo-text';

interface UndoDialogProps {
  summary: ImportSummary;
  onClose: () => void;
}

/** Counts what an undo would do, asks about tasks that have changed since, and starts it. Load it lazily. */
export default function UndoDialog({ summary, onClose }: UndoDialogProps) {
  const { import_id: importId } = summary;
  const navigate = useNavigate();
  const check = useUndoCheck(importId);
  const result = useImport(check.data ?? null);
  const undo = useUndoImport(importId);
  const [leaves, setLeaves] = useState(false);
  const dryRun = check.isFetching ? undefined : result.summary;
  const isCounted = dryRun?.status === 'completed';
  const counts = isCounted ? undoCounts(dryRun) : undefined;
  const left = counts ? counts.kept + counts.impossible : 0;
  const error = undo.error ?? check.error ?? (dryRun ? null : result.error);
  const failure = check.isFetching ? undefined : failureOf(error, dryRun);

  function checkAgain(): void {
    undo.reset();
    setLeaves(false);
    void check.refetch();
  }

  function close(): void {
    if (dryRun && !hasEnded(dryRun)) dropCheck(dryRun);
    onClose();
  }

  return (
    <AppDialog title={`Undo ${questionName(summary)}?`} width={600} onClose={close}>
      <DialogContent
        sx={{
          display: 'grid',
          gridTemplateColumns: 'minmax(0, 1fr)',
          gap: 2,
          gridAutoRows: 'max-content',
        }}
      >
        {failure ? (
          <Refusal {...failure} />
        ) : (
          <>
            <Typography role="status">
              {counts ? outcomeText(counts) : 'Counting what the undo would change…'}
            </Typography>
            {dryRun && !counts && <RunningProgress summary={dryRun} />}
          </>
        )}
        {!failure && left > 0 && (
          <>
            {result.errors && <TaskReasons reasons={result.errors} total={left} />}
            <FormControlLabel
              control={
                <Checkbox checked={leaves} onChange={(_event, checked) => setLeaves(checked)} />
              }
              label={`Leave ${left === 1 ? 'this task' : `these ${formatCount(left)} tasks`} as ${left === 1 ? 'it is' : 'they are'}, and undo the rest`}
            />
          </>
        )}
        <DialogContentText variant="body2">
          The undo happens as a whole or not at all, has a page like an import, and can be undone,
          too.
        </DialogContentText>
      </DialogContent>
      <DialogActions sx={{ px: 3, pb: 2.5 }}>
        <Button onClick={close}>{failure ? 'Close' : 'Cancel'}</Button>
        {failure ? (
          failure.mayPass && (
            <Button variant="contained" onClick={checkAgain}>
              Check again
            </Button>
          )
        ) : (
          <Button
            variant="contained"
            disabled={!counts || undoText(counts, 'present') === undefined || (left > 0 && !leaves)}
            loading={undo.isPending}
            onClick={() =>
              undo.mutate(leaves, {
                onSuccess: ({ import_id: undoId }) => void navigate(paths.adminImport(undoId)),
              })
            }
          >
            Undo
          </Button>
        )}
      </DialogActions>
    </AppDialog>
  );
}

function questionName(summary: ImportSummary): string {
  return summary.undoes === null
    ? `the import of ${summary.file_name}`
    : `the ${importTitle(summary).replace('Undo', 'undo')}`;
}

/** 'Puts back 91,204 changed tasks and removes 8,796 new ones; 12 have changed since.' */
function outcomeText(counts: UndoCounts): string {
  const { kept, impossible } = counts;
  const text = undoText(counts, 'present');
  const batches = impossible === 1 ? 'its batch is gone' : 'their batches are gone';
  return [
    text === undefined ? 'There is nothing to put back and nothing to remove' : capitalised(text),
    ...(kept > 0 ? [plural(kept, 'has changed since', 'have changed since')] : []),
    ...(impossible > 0
      ? [`${formatCount(impossible)} cannot be put back, because ${batches}`]
      : []),
  ]
    .join('; ')
    .concat('.');
}

const SHOWN = 20;

interface TaskReasonsProps {
  reasons: readonly Pick<ImportError, 'reason'>[];
  total: number;
}

/** The first tasks that would stay, with what changed them. */
function TaskReasons({ reasons, total }: TaskReasonsProps) {
  const shown = reasons.slice(0, SHOWN);
  const more = total - shown.length;
  return (
    <Box
      role="region"
      aria-label="Tasks that would stay as they are"
      tabIndex={0}
      sx={{
        maxHeight: 200,
        overflowY: 'auto',
        borderRadius: 1,
        px: 1.5,
        py: 1,
        bgcolor: 'surface.sunken',
        overflowWrap: 'anywhere',
      }}
    >
      <Box component="ul" sx={{ listStyle: 'disc', pl: 2.5, fontSize: '0.875rem' }}>
        {shown.map(({ reason }, index) => (
          <li key={index}>
            <UndoReason reason={reason} />
          </li>
        ))}
        {more > 0 && <li>and {plural(more, 'more', 'more')}</li>}
      </Box>
    </Box>
  );
}

interface Failure {
  readonly title: string;
  readonly reasons: readonly string[];
  /** Whether another check may succeed. */
  readonly mayPass: boolean;
}

/** Why there is no undo; undefined if nothing is wrong. */
function failureOf(error: Error | null, dryRun: ImportSummary | undefined): Failure | undefined {
  if (error) {
    const isFinal = error instanceof ApiError && FINAL.has(error.code);
    const reasons = error instanceof ApiError ? error.errors.map(({ detail }) => detail) : [];
    return { title: messageOf(error, FAILED), reasons, mayPass: !isFinal };
  }
  if (dryRun?.status === 'cancelled')
    return { title: 'The count was cancelled', reasons: [], mayPass: true };
  if (dryRun?.status !== 'failed') return undefined;
  const { failure } = dryRun;
  return {
    title: failure?.detail ?? FAILED,
    reasons: [],
    mayPass: failure === null || !FINAL.has(failure.code),
  };
}

const FAILED = 'The import could not be undone';
const FINAL: ReadonlySet<string> = new Set(['import-not-undoable', 'forbidden', 'not-found']);

function Refusal({ title, reasons }: Failure) {
  return (
    <Alert severity="error" sx={{ overflowWrap: 'anywhere' }}>
      {title}
      {reasons.length > 0 && (
        <Box
          component="ul"
          sx={{ listStyle: 'disc', mt: 1, pl: 2.5, maxHeight: 200, overflowY: 'auto' }}
        >
          {reasons.slice(0, SHOWN).map((reason) => (
            <li key={reason}>
              <UndoReason reason={reason} />
            </li>
          ))}
        </Box>
      )}
    </Alert>
  );
}
