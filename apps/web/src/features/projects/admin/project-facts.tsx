import { Card, Link } from '@mui/material';
import type { Project } from '@portal/contracts/projects';
import { FIELD_LABELS, projectTypeLabel } from '../project-labels';
import { Fact, Facts } from '../../../ui/facts';
import { Instant } from '../../../ui/instant';

const NOTHING = '–';

/** The fields of a project. */
export function ProjectFacts({ project }: { project: Project }) {
  const { labeling_tool_base_path: basePath, description } = project;
  return (
    <Card sx={{ p: 2.5 }}>
      <Facts>
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
        <Fact name={FIELD_LABELS.claims_per_reviewer}>{project.claims_per_reviewer}</Fact>
        <Fact name={FIELD_LABELS.rounds_until_stuck}>{project.rounds_until_stuck}</Fact>
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
      </Facts>
    </Card>
  );
}
