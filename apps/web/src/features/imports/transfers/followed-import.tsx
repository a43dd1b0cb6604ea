import type { ImportSummary } from '@portal/contracts/imports';
import { useEffect, useEffectEvent } from 'react';
import { useLocation, useNavigate } from 'react-router';
import { paths } from '../../../lib/paths';
import { capitalised } from '../../../lib/words';
import { showToast } from '../../../ui/toast-store';
import { countsText } from '../import-counts';
import { activityOf, hasEnded, placeText } from '../import-progress';
import { useImport } from '../api';
import { useUploadStore } from '../upload-store';
import { useProgress } from '../use-progress';
import { importTitle, importWord, undoCountsText } from '../undo/undo-text';
import { TransferRow } from './transfer-row';

/** An import that this tab has started. A toast tells its end or question, unless its page is open. */
export function FollowedImport({ importId }: { importId: string }) {
  const unfollow = useUploadStore((state) => state.unfollow);
  const { summary, error } = useImport(importId);
  const to = paths.adminImport(importId);
  const isOpen = useLocation().pathname === to;
  const navigate = useNavigate();
  const ended = summary && hasEnded(summary) ? summary : undefined;
  const asks = summary?.status === 'unconfirmed';

  const tellNews = useEffectEvent(() => {
    if (summary && !isOpen) tell(summary, () => void navigate(to));
  });
  const hasEnd = ended !== undefined;
  useEffect(() => {
    if (hasEnd || asks) tellNews();
  }, [hasEnd, asks]);
  useEffect(() => {
    if (hasEnd && isOpen) unfollow(importId);
  }, [hasEnd, isOpen, importId, unfollow]);

  if (isOpen || (!summary && !error)) return null;
  const hide = () => unfollow(importId);
  if (!summary)
    return <TransferRow fileName="Import" text={error?.message ?? ''} to={to} onClose={hide} />;
  if (ended)
    return (
      <TransferRow fileName={importTitle(ended)} text={endText(ended)} to={to} onClose={hide} />
    );
  if (asks)
    return (
      <TransferRow fileName={importTitle(summary)} text={endText(summary)} to={to} onClose={hide} />
    );
  return <RunningRow summary={summary} to={to} />;
}

function RunningRow({ summary, to }: { summary: ImportSummary; to: string }) {
  const { share } = useProgress(summary);
  const text = [activityOf(summary), placeText(summary)].filter(Boolean).join(' · ');
  return <TransferRow fileName={importTitle(summary)} text={text} share={share} to={to} />;
}

const TYPES = { completed: 'success', unconfirmed: 'info' } as const;

function tell(ended: ImportSummary, open: () => void): void {
  const { status } = ended;
  const type = status === 'completed' || status === 'unconfirmed' ? TYPES[status] : 'error';
  showToast(`${importTitle(ended)}: ${endText(ended)}`, {
    type,
    action: { label: 'Open', run: open },
  });
}

function endText(ended: ImportSummary): string {
  const { status, dry_run: isPreview, tasks_imported, failure, undoes } = ended;
  const word = capitalised(importWord(ended));
  if (status === 'unconfirmed') return 'Waits for a yes';
  if (status === 'cancelled') return `${word} cancelled`;
  if (status === 'failed') return `${word} failed: ${failure?.detail ?? ''}`;
  if (undoes !== null) return undoCountsText(ended);
  const counts = tasks_imported ? countsText(tasks_imported) : '';
  return isPreview ? `Preview ready: ${counts}` : `Imported: ${counts}`;
}
