import type { ImportSummary } from '@portal/contracts/imports';
import { useEffect, useEffectEvent } from 'react';
import { useLocation, useNavigate } from 'react-router';
import { paths } from '../../../../lib/paths';
import { capitalised } from '../../../../lib/words';
import { showToast } from '../../../../ui/toast-store';
import { countsText } from '../import-counts';
import { hasEnded } from '../../../../live/pushed-imports';
import { activityOf, placeText } from '../import-progress';
import { useImport } from '../api';
import { useUploadStore } from '../upload-store';
import { useProgress } from '../use-progress';
import { importTitle, importWord, undoCountsText } from '../undo/undo-text';
import { TransferRow } from './transfer-row';

interface FollowedImportProps {
  importId: string;
  /** The status that has been told. */
  told: string | undefined;
}

/** An import that this tab has started. A toast tells its end or question once, unless its page is open. */
export function FollowedImport({ importId, told }: FollowedImportProps) {
  const { unfollow, setTold } = useUploadStore();
  const { summary, error } = useImport(importId);
  const to = paths.adminImport(importId);
  const isOpen = useLocation().pathname === to;
  const navigate = useNavigate();
  const ended = summary && hasEnded(summary) ? summary : undefined;
  const asks = summary?.status === 'unconfirmed';

  const news = ended || asks ? summary?.status : undefined;
  const tellNews = useEffectEvent(() => {
    if (!summary || summary.status === told) return;
    if (!isOpen) tell(summary, () => void navigate(to));
    setTold(importId, summary.status);
  });
  const hasEnd = ended !== undefined;
  useEffect(() => {
    if (news !== undefined) tellNews();
  }, [news]);
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
  if (status === 'unconfirmed') return 'Waits for a confirmation';
  if (status === 'cancelled') return `${word} cancelled`;
  if (status === 'failed') return `${word} failed: ${failure?.detail ?? ''}`;
  if (undoes !== null) return undoCountsText(ended);
  const counts = tasks_imported ? countsText(tasks_imported) : '';
  return isPreview ? `Preview ready: ${counts}` : `Imported: ${counts}`;
}
