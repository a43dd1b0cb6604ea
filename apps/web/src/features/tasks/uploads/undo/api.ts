import { type ImportSummary, importSummarySchema } from '@portal/contracts/imports';
import type { UndoImportQuery } from '@portal/contracts/import-requests';
import { useMutation, useQuery } from '@tanstack/react-query';
import { api } from '../../../../session/api';
import { importKeys } from '../../../../live/pushed-imports';
import { importPath } from '../api';
import { useUploadStore } from '../upload-store';

/** Queues the undo of an import. It is an import itself, whose page tells its end. */
function postUndo(importId: string, query: UndoImportQuery, signal?: AbortSignal) {
  return api.call(`${importPath(importId)}/undo`, importSummarySchema, {
    method: 'POST',
    query: { ...query },
    headers: { prefer: 'respond-async' },
    signal,
  });
}

/** Starts a dry run of the undo. Asking again starts another one. */
export function useUndoCheck(importId: string) {
  return useQuery({
    queryKey: ['import-undo-check', importId],
    queryFn: ({ signal }) => postUndo(importId, { dry_run: true, keep_newer: false }, signal),
    // Each check is current, and starts only when the user asks for it.
    gcTime: 0,
    staleTime: Infinity,
    refetchOnReconnect: false,
    select: ({ import_id: checkId }) => checkId,
  });
}

/** Starts the undo of an import; the dialog shows a refusal itself. */
export function useUndoImport(importId: string) {
  return useMutation({
    mutationFn: (keepNewer: boolean) =>
      postUndo(importId, { dry_run: false, keep_newer: keepNewer }),
    meta: { refetches: [importKeys.all] },
    onSuccess: ({ import_id: undoId }) => useUploadStore.getState().follow(undoId),
  });
}

/** Stops a dry run that nobody waits for any more. Whether that succeeds does not matter. */
export function dropCheck({ import_id: checkId }: ImportSummary): void {
  api.send(`${importPath(checkId)}/cancel`, { method: 'POST' }).catch(() => undefined);
}
