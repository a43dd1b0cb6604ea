import HistoryIcon from '~icons/ic/outline-history';
import { IconButton, Tooltip } from '@mui/material';
import { Link } from 'react-router';
import { paths } from '../../lib/paths';
import { useMayOpenAudit } from '../../session/permissions';

interface HistoryButtonProps {
  /** The item in the audit. */
  entity: string;
  id: string;
  /** Its name for screen readers. */
  name: string;
  /** Its own page for that, which users who see the item may open. */
  path?: string | undefined;
}

/** Leads to the changes of an item; in the audit for users who can open it. */
export function HistoryButton({ entity, id, name, path }: HistoryButtonProps) {
  const mayOpenAudit = useMayOpenAudit();
  if (path === undefined && !mayOpenAudit) return null;
  return (
    <Tooltip title="History">
      <IconButton
        size="small"
        component={Link}
        to={path ?? paths.adminAudit({ entity, id })}
        aria-label={`History of ${name}`}
      >
        <HistoryIcon fontSize="small" />
      </IconButton>
    </Tooltip>
  );
}
