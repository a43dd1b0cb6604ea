import type { ImportSummary } from '@portal/contracts/imports';
import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { useConnection, useLiveImports } from '../../live/use-live';
import { hasEnded } from './import-progress';
import { importKeys } from './api';

/**
 * Reloads the list when an unknown import appears, an import ends, or the connection is restored.
 */
export function useImportArrivals(listed: readonly ImportSummary[] | undefined): void {
  const queryClient = useQueryClient();
  const pushed = useLiveImports();
  const connection = useConnection();
  const seen = useRef(new Map<string, boolean>());

  useEffect(() => {
    if (!listed) return;
    let news = false;
    for (const summary of pushed) {
      const before = seen.current.get(summary.import_id);
      const now = hasEnded(summary);
      const shown = listed.find(({ import_id }) => import_id === summary.import_id);
      news ||= before !== now && !(shown && hasEnded(shown) === now);
      seen.current.set(summary.import_id, now);
    }
    if (news) void queryClient.invalidateQueries({ queryKey: importKeys.all });
  }, [listed, pushed, queryClient]);

  const liveSince = connection.kind === 'live' ? connection.since : undefined;
  useEffect(() => {
    if (liveSince !== undefined) void queryClient.invalidateQueries({ queryKey: importKeys.all });
  }, [liveSince, queryClient]);
}
