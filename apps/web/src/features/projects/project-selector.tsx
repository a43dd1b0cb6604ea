import FormControl from '@mui/material/FormControl';
import FormHelperText from '@mui/material/FormHelperText';
import InputLabel from '@mui/material/InputLabel';
import MenuItem from '@mui/material/MenuItem';
import Select from '@mui/material/Select';
import Skeleton from '@mui/material/Skeleton';
import { useId } from 'react';
import { useProjectStore } from '../../session/project-store';
import { useProjects } from './requests/projects';

/** Selects the current project among the projects of the user. */
export function ProjectSelector() {
  const id = useId();
  const { data: projects, isError } = useProjects();
  const { selectedId, select } = useProjectStore();
  if (!projects && !isError) return <Skeleton variant="rounded" height={40} />;
  const known = projects ?? [];
  const value = known.some((project) => project.id === selectedId) ? selectedId : null;
  return (
    <FormControl size="small" fullWidth error={isError} disabled={known.length === 0}>
      <InputLabel id={id} shrink>
        Select Project
      </InputLabel>
      <Select<string>
        labelId={id}
        label="Select Project"
        notched
        displayEmpty
        value={value === null ? '' : String(value)}
        renderValue={(chosen) =>
          known.find((project) => String(project.id) === chosen)?.name ??
          (known.length === 0 ? 'No projects available' : 'Select Project')
        }
        onChange={(event) => select(Number(event.target.value))}
      >
        {known.map((project) => (
          <MenuItem key={project.id} value={String(project.id)}>
            {project.name}
          </MenuItem>
        ))}
      </Select>
      {isError && <FormHelperText>Failed to fetch projects</FormHelperText>}
    </FormControl>
  );
}
