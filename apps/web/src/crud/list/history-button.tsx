import HistoryIcon from '~icons/ic/outline-history';
import IconButton from '@mui/material/IconButton';
import Tooltip from '@mui/material/Tooltip';
import { Link } from 'react-router';
import { paths } from '../../lib/paths';
import { useMayOpenAudit } from '../../session/permissions';

interface HistoryButtonProps {
  /** The item in the audit. */
  entity: string;
  id: string;
  /** Its name for screen readers. */
  name: string;
}

/** Leads to the changes of an item, for users who can open the audit. */
export function HistoryButton({ entity, id, name }: HistoryButtonProps) {
  if (!useMayOpenAudit()) return null;
  return (
    <Tooltip title="History">
      <IconButton
        size="small"
        component={Link}
        to={paths.adminAudit({ entity, id })}
        aria-label={`History of ${name}`}
      >
        <HistoryIcon fontSize="small" />
      </IconButton>
    </Tooltip>
  );
}
