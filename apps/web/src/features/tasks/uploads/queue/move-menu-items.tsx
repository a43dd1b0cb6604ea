import FirstIcon from '~icons/ic/baseline-vertical-align-top';
import LastIcon from '~icons/ic/baseline-vertical-align-bottom';
import TurnIcon from '~icons/ic/baseline-undo';
import { ListItemIcon, Menu, MenuItem } from '@mui/material';
import type { ImportSummary, MoveImport } from '@portal/contracts/imports';
import { ALL_PROJECTS_ID } from '@portal/contracts/permissions';
import { mayIn } from '../../../../session/permissions';
import { useSessionStore } from '../../../../session/session-store';
import { moveText } from './move-text';
import { useMoveImport } from './use-move-import';

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
