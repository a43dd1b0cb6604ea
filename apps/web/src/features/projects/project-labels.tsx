import Box from '@mui/material/Box';
import type { Project } from '@portal/contracts/projects';
import { statusTitle } from '@portal/domain/statuses';
import { statusColor } from '../../ui/status-color';
import { StatusDot } from '../../ui/status-dot';

/** The task status with the same colour, by project status. */
const LIKE: Record<Project['status'], string> = {
  unstarted: 'other',
  ongoing: 'in_progress',
  completed: 'completed',
  on_hold: 'pending',
  cancelled: 'rework',
};

const TYPES: Record<Project['project_type'], string> = {
  rlhf: 'RLHF',
  sft: 'SFT',
  form: 'Form',
  edit_predication: 'Edit Predication',
  other: 'Other',
};

/** The status of a project with its colour. */
export function ProjectStatus({ status }: Pick<Project, 'status'>) {
  return (
    <Box
      component="span"
      sx={{ display: 'inline-flex', alignItems: 'center', gap: 1, whiteSpace: 'nowrap' }}
    >
      <StatusDot sx={{ backgroundColor: statusColor(LIKE[status]) }} />
      {statusTitle(status)}
    </Box>
  );
}

/** The type of a project for users: 'rlhf' → 'RLHF'. */
export function projectTypeLabel(type: Project['project_type']): string {
  return TYPES[type];
}
