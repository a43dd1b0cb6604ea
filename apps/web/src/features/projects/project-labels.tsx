import type { Project } from '@portal/contracts/projects';
import { statusTitle } from '@portal/domain/statuses';
import { statusColor } from '../../ui/status-color';
import { TintedChip } from '../../ui/tinted-chip';

export const FIELD_LABELS = {
  name: 'Name',
  description: 'Description',
  client: 'Client',
  status: 'Status',
  project_type: 'Type',
  turing_project_id: 'Turing project ID',
  labeling_tool_base_path: 'Labeling tool base path',
  claims_per_reviewer: 'Tasks a reviewer may claim',
  rounds_until_stuck: 'Rounds until a task is stuck',
};

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

interface ProjectStatusProps extends Pick<Project, 'status'> {
  archivedAt: string | null;
}

/** The status of a project with its colour, or that it is archived. */
export function ProjectStatus({ status, archivedAt }: ProjectStatusProps) {
  if (archivedAt !== null) return <TintedChip color={statusColor('other')} label="Archived" />;
  return <TintedChip color={statusColor(LIKE[status])} label={statusTitle(status)} />;
}

/** The type of a project for users: 'rlhf' → 'RLHF'. */
export function projectTypeLabel(type: Project['project_type']): string {
  return TYPES[type];
}
