import HistoryIcon from '@mui/icons-material/HistoryOutlined';
import Button from '@mui/material/Button';
import { Link } from 'react-router';
import { paths } from '../../lib/paths';
import { useMay } from '../../session/permissions';

interface HistoryLinkProps {
  /** The item in the audit. */
  entity: string;
  id: number;
}

/** Leads from the page of an item to its changes, for users who can open the audit. */
export function HistoryLink({ entity, id }: HistoryLinkProps) {
  if (!useMay()(['rbac-manage', 'project-manage'])) return null;
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
