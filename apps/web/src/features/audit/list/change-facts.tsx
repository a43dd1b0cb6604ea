import Typography from '@mui/material/Typography';
import type { AuditRecord } from '@portal/contracts/audit';
import { Instant } from '../../../ui/instant';
import { projectText } from '../words';

/** User, time and project of a change. */
export function ChangeFacts({ record }: { record: AuditRecord }) {
  const { actor_email: user, at, project_id: id } = record;
  return (
    <Typography variant="body2" color="textSecondary" sx={{ overflowWrap: 'anywhere' }}>
      {user ?? 'Deleted user'} · <Instant at={at} />
      {id !== null && ` · ${projectText(record)}`}
    </Typography>
  );
}
