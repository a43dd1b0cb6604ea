import FirstIcon from '~icons/ic/baseline-vertical-align-top';
import LastIcon from '~icons/ic/baseline-vertical-align-bottom';
import TurnIcon from '~icons/ic/baseline-undo';
import { ListItemIcon, Menu, MenuItem } from '@mui/material';
import { type ImportSummary, importViewSchema } from '@portal/contracts/imports';
import type { MoveImport } from '@portal/contracts/import-requests';
import { ALL_PROJECTS_ID } from '@portal/contracts/permissions';
import { mayIn } from '../../../../session/permissions';
import { useSessionStore } from '../../../../session/session-store';
import { mutationOptions, type QueryClient, useQueryClient } from '@tanstack/react-query';
import { api } from '../../../../session/api';
import { offerUndo, showToast } from '../../../../ui/toast-store';
import { importKeys } from '../../../../live/pushed-imports';
import { importPath } from '../api';

const ignore = (): void => undefined;

const TEXTS = {
  all: { first: 'To the front of the queue', last: 'To the end of the queue' },
  own: { first: 'Before my other imports', last: 'Behind my other imports' },
};

const ICONS = { first: FirstIcon, last: LastIcon, turn: TurnIcon };

interface MoveMenuItemsProps {
  summary: ImportSummary;
  anchor: HTMLElement;
  onClose: () => void;
}

/** Where an import can be moved: among all, if the user sees all, else among the user's own. */
export function MoveMenuItems({ summary, anchor, onClose }: MoveMenuItemsProps) {
  const session = useSessionStore((state) => state.session);
  const among = mayIn(ALL_PROJECTS_ID, session, ['data-upload']) ? 'all' : 'own';
  const move = useMoveImport(summary);
  const moves: MoveImport[] = [
    { to: 'first', among },
    { to: 'last', among },
    ...(summary.moved === null ? [] : [{ to: 'turn', among } as const]),
  ];
  return (
    <Menu
      open
      anchorEl={anchor}
      onClose={onClose}
      anchorOrigin={{ vertical: 'bottom', horizontal: 'left' }}
      slotProps={{ list: { 'aria-label': `Move ${summary.file_name}` } }}
    >
      {moves.map((one) => {
        const Icon = ICONS[one.to];
        return (
          <MenuItem
            key={one.to}
            onClick={() => {
              onClose();
              move(one);
            }}
          >
            <ListItemIcon>
              <Icon fontSize="small" />
            </ListItemIcon>
            {moveText(one)}
          </MenuItem>
        );
      })}
    </Menu>
  );
}

/** Where a move puts an import. */
function moveText({ to, among }: MoveImport): string {
  return to === 'turn' ? 'Back to its turn' : TEXTS[among][to];
}

/** Moves a waiting import in the queue, and offers to undo it. */
function useMoveImport(summary: ImportSummary): (move: MoveImport) => void {
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
