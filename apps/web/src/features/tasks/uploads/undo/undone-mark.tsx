import { Link } from '@mui/material';
import type { ImportSummary } from '@portal/contracts/imports';
import { Link as RouterLink } from 'react-router';
import { paths } from '../../../../lib/paths';
import { useIsRunning } from '../../../../live/pushed-imports';

interface UndoneMarkProps {
  summary: ImportSummary;
}

/** In the list of imports: that one is undone, with a link to its undo; nothing if it is not. */
export function UndoneMark({ summary: { undone_by: undoId, file_name: name } }: UndoneMarkProps) {
  const isUnderWay = useIsRunning(undoId);
  if (undoId === null) return null;
  return (
    <Link
      component={RouterLink}
      to={paths.adminImport(undoId)}
      title={`Undo of ${name}`}
      variant="caption"
      sx={{ display: 'block', mt: 0.5 }}
    >
      {isUnderWay ? 'Being undone' : 'Undone'}
    </Link>
  );
}
