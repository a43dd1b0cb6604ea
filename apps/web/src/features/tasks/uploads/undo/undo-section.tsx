import UndoIcon from '~icons/ic/baseline-undo';
import { Button, Card, CardContent, Link, Typography } from '@mui/material';
import type { ImportSummary } from '@portal/contracts/imports';
import { type ReactNode, Suspense, useEffect, useRef, useState } from 'react';
import { Link as RouterLink, useLocation } from 'react-router';
import { paths, UNDO_HASH } from '../../../../lib/paths';
import { useServerNow } from '../../../../lib/server-clock';
import { Instant } from '../../../../ui/instant';
import { useImport } from '../api';
import { hasEnded } from '../../../../live/pushed-imports';
import { importTitle } from './undo-text';
import { lazyPart } from '../../../../ui/lazy-part';

const loadDialog = () => import('./undo-dialog');
const UndoDialog = lazyPart(loadDialog);

const CLOCK_MS = 60_000;

/** Until when an import can be undone, or why it cannot; nothing if it has stored nothing. */
export function UndoSection({ summary }: { summary: ImportSummary }) {
  const section = useRef<HTMLElement>(null);
  const [isOpen, setOpen] = useState(false);
  const isAskedFor = useLocation().hash === `#${UNDO_HASH}`;
  useEffect(() => {
    if (isAskedFor) section.current?.focus();
  }, [isAskedFor]);
  if (summary.status !== 'completed') return null;
  return (
    <Card component="section" aria-labelledby="undo-heading" tabIndex={-1} ref={section}>
      <CardContent sx={{ display: 'grid', gap: 1.5, justifyItems: 'start' }}>
        <Typography id="undo-heading" variant="h3" component="h2">
          Undo
        </Typography>
        <UndoState summary={summary} onAsk={() => setOpen(true)} />
      </CardContent>
      {/* It stays when the import is being undone, until it has opened the page of the undo. */}
      <Suspense>
        {isOpen && <UndoDialog summary={summary} onClose={() => setOpen(false)} />}
      </Suspense>
    </Card>
  );
}

function UndoState({ summary, onAsk }: { summary: ImportSummary; onAsk: () => void }) {
  const now = useServerNow(CLOCK_MS);
  const { dry_run: isPreview, undone_by: undoneBy, undo_until: until, undoes } = summary;
  if (isPreview) return <Reason>A preview changes nothing, so there is nothing to undo.</Reason>;
  if (undoneBy !== null) return <UndoneBy undoId={undoneBy} />;
  if (until === null) {
    return (
      <Reason>
        It cannot be undone: when it ran, the portal did not keep what imports change
        (PORTAL_IMPORT_HISTORY_DAYS).
      </Reason>
    );
  }
  if (Date.parse(until) <= now) {
    return (
      <Reason>
        It cannot be undone any more: the time for that was over on <Instant at={until} />.
      </Reason>
    );
  }
  return (
    <>
      <Reason>
        {undoes === null
          ? 'The tasks that it changed can get their previous values, and its new tasks can be removed'
          : 'What this undo changed can be restored'}
        , until <Instant at={until} />.
      </Reason>
      <Button
        variant="outlined"
        startIcon={<UndoIcon />}
        onPointerEnter={() => void loadDialog()}
        onClick={onAsk}
      >
        {undoes === null ? 'Undo this import…' : 'Undo this undo…'}
      </Button>
    </>
  );
}

function Reason({ children }: { children: ReactNode }) {
  return (
    <Typography variant="body2" color="textSecondary">
      {children}
    </Typography>
  );
}

/** Leads to the import that undoes this one. */
function UndoneBy({ undoId }: { undoId: string }) {
  const undo = useImport(undoId).summary;
  const isOver = undo === undefined || hasEnded(undo);
  return (
    <Reason>
      {isOver ? 'It is undone by ' : 'It is being undone by '}
      <Link component={RouterLink} to={paths.adminImport(undoId)} underline="always">
        {undo ? importTitle(undo) : 'another import'}
      </Link>
      {undo && (
        <>
          {' '}
          ({undo.uploaded_by}, <Instant at={undo.finished_at ?? undo.created_at} />)
        </>
      )}
      .{isOver && ' To restore it, undo that undo.'}
    </Reason>
  );
}
