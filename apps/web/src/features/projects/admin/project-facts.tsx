import Box from '@mui/material/Box';
import Card from '@mui/material/Card';
import Link from '@mui/material/Link';
import Typography from '@mui/material/Typography';
import type { Project } from '@portal/contracts/projects';
import type { ReactNode } from 'react';
import { FIELD_LABELS, projectTypeLabel } from '../project-labels';
import { Instant } from '../../../ui/instant';

const NOTHING = '–';

/** The fields of a project. */
export function ProjectFacts({ project }: { project: Project }) {
  const { labeling_tool_base_path: basePath, description } = project;
  return (
    <Card
      component="dl"
      sx={{
        display: 'grid',
        gridTemplateColumns: 'repeat(auto-fill, minmax(min(220px, 100%), 1fr))',
        gap: 2.5,
        m: 0,
        p: 2.5,
      }}
    >
      <Fact name={FIELD_LABELS.project_type}>{projectTypeLabel(project.project_type)}</Fact>
      <Fact name={FIELD_LABELS.client}>{project.client ?? NOTHING}</Fact>
      <Fact name={FIELD_LABELS.turing_project_id}>{project.turing_project_id ?? NOTHING}</Fact>
      <Fact name={FIELD_LABELS.labeling_tool_base_path}>
        {basePath === null ? (
          NOTHING
        ) : (
          <Link href={basePath} target="_blank" rel="noreferrer">
            {basePath}
          </Link>
        )}
      </Fact>
      <Fact name="Created">
        <Instant at={project.created_at} />
      </Fact>
      <Fact name="Updated">
        <Instant at={project.updated_at} />
      </Fact>
      {description !== null && (
        <Fact name={FIELD_LABELS.description} whole>
          {description}
        </Fact>
      )}
    </Card>
  );
}

interface FactProps {
  name: string;
  /** Over the whole width. */
  whole?: boolean;
  children: ReactNode;
}

function Fact({ name, whole = false, children }: FactProps) {
  return (
    <Box sx={{ minWidth: 0, ...(whole && { gridColumn: '1 / -1' }) }}>
      <Typography component="dt" variant="caption" color="textSecondary">
        {name}
      </Typography>
      <Typography
        component="dd"
        variant="body2"
        sx={{ m: 0, overflowWrap: 'anywhere', whiteSpace: 'pre-line' }}
      >
        {children}
      </Typography>
    </Box>
  );
}
