import HistoryIcon from '~icons/ic/outline-history';
import { Button } from '@mui/material';
import { Link } from 'react-router';
import { paths } from '../../lib/paths';
import { useMayOpenAudit } from '../../session/permissions';

interface HistoryLinkProps {
  /** The item in the audit. */
  entity: string;
  id: number | string;
}

/** Leads from the page of an item to its changes, for users who can open the audit. */
export function HistoryLink({ entity, id }: HistoryLinkProps) {
  if (!useMayOpenAudit()) return null;
  return (
    <Button
      component={Link}
      to={paths.adminAudit({ entity, id })}
      startIcon={<HistoryIcon />}
      color="inherit"
    >
      History
    </Button>
  );
}
