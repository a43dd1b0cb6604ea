import { Chip } from '@mui/material';
import type { Project } from '@portal/contracts/projects';

/** That the work of a project is invented. */
export function SampleBadge({ project }: { project: Pick<Project, 'is_sample'> }) {
  return project.is_sample === true ? (
    <Chip component="span" size="small" variant="outlined" color="primary" label="Sample" />
  ) : null;
}
