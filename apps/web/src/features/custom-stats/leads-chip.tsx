import LockIcon from '~icons/ic/outline-lock';
import { Chip, Tooltip } from '@mui/material';

/** The sign of a statistic that is not for all members. */
export function LeadsChip() {
  return (
    <Tooltip title="Only leads and administrators of the project see this statistic">
      <Chip icon={<LockIcon />} label="Leads" size="small" variant="outlined" />
    </Tooltip>
  );
}
