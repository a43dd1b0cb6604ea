import AddIcon from '~icons/ic/outline-library-add';
import RotatingIcon from '~icons/ic/outline-autorenew';
import { IconButton, Tooltip } from '@mui/material';
import { useEffect, useState } from 'react';
import { useLocation, useNavigate } from 'react-router';
import { z } from 'zod';
import { readStored, writeStored } from '../../lib/storage';

const STORAGE_KEY = 'portal.wall-boards';
const boardsSchema = z.array(z.string().startsWith('/'));
/** How long each board is shown. */
const BOARD_MS = 30_000;

/** Takes the open board into the rotation of this screen, or out of it. From two boards on, the wall rotates. */
export function Rotation() {
  const { pathname, search } = useLocation();
  const board = pathname + search;
  const navigate = useNavigate();
  const [boards, setBoards] = useState(
    () => readStored('browser', STORAGE_KEY, boardsSchema) ?? [],
  );
  const at = boards.indexOf(board);
  const next = at === -1 ? undefined : boards[(at + 1) % boards.length];
  useEffect(() => {
    if (next === undefined || next === board) return;
    const timer = setTimeout(() => void navigate(next, { replace: true }), BOARD_MS);
    return () => clearTimeout(timer);
  }, [next, board, navigate]);

  const change = () => {
    const changed = at === -1 ? [...boards, board] : boards.filter((one) => one !== board);
    writeStored('browser', STORAGE_KEY, changed, 'the boards of a wall');
    setBoards(changed);
  };
  const label = at === -1 ? 'Add to the rotation' : 'Remove from the rotation';
  return (
    <Tooltip title={`${label} (${boards.length} boards)`}>
      <IconButton aria-label={label} size="small" onClick={change}>
        {at === -1 ? <AddIcon fontSize="small" /> : <RotatingIcon fontSize="small" />}
      </IconButton>
    </Tooltip>
  );
}
