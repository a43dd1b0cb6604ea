import Typography from '@mui/material/Typography';
import type { AuditRecord } from '@portal/contracts/audit';
import { useProjectStore } from '../../../session/project-store';
import { Instant } from '../../../ui/instant';

/** User, time and project of a change. */
export function ChangeFacts({ record }: { record: AuditRecord }) {
  const projects = useProjectStore(({ authorised }) => authorised);
  const { actor_email: user, at, project_id: id } = record;
  const project = id === null ? undefined : projects?.find((one) => one.id === id)?.name;
  return (
    <Typography variant="body2" color="textSecondary" sx={{ overflowWrap: 'anywhere' }}>
      {user ?? 'Deleted user'} · <Instant at={at} />
      {id !== null && ` · ${project ?? `Project ${id}`}`}
    </Typography>
  );
}
