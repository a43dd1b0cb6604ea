import { type ImportSummary, importViewSchema, type MoveImport } from '@portal/contracts/imports';
import { mutationOptions, type QueryClient, useQueryClient } from '@tanstack/react-query';
import { api } from '../../../../session/api';
import { offerUndo, showToast } from '../../../../ui/toast-store';
import { importKeys } from '../../../../live/pushed-imports';
import { importPath } from '../api';
import { moveText } from './move-text';

/** Moves a waiting import in the queue, and offers to undo it. */
export function useMoveImport(summary: ImportSummary): (move: MoveImport) => void {
  const client = useQueryClient();
  const { import_id: importId, file_name: name, moved } = summary;
  const before: MoveImport = moved ?? { to: 'turn', among: 'own' };
  return (move) =>
    start(client, importId, move, () =>
      offerUndo(`${name} moved ${moveText(move).toLowerCase()}`, () =>
        start(client, importId, before, () => showToast('Move undone', { type: 'success' })),
      ),
    );
}

/** Not by a hook: the menu has closed when the move ends, and is gone when it is undone. */
function start(client: QueryClient, importId: string, move: MoveImport, onMoved: () => void): void {
  const options = mutationOptions({
    mutationFn: (body: MoveImport) =>
      api.post(`${importPath(importId)}/move`, importViewSchema, body),
    meta: { failed: 'The import could not be moved', refetches: [importKeys.all] },
    onSuccess: onMoved,
  });
  client.getMutationCache().build(client, options).execute(move).catch(ignore);
}

const ignore = (): void => undefined;
