import ArrowForwardIcon from '~icons/ic/baseline-arrow-forward';
import { Box, Card, CardActionArea, Chip, Typography } from '@mui/material';
import { ALL_PROJECTS_ID } from '@portal/contracts/permissions';
import type { Project } from '@portal/contracts/projects';
import { statusTitle } from '@portal/domain/statuses';
import { Link } from 'react-router';
import { SampleBadge } from '../../entities/projects/sample-badge';
import { paths } from '../../lib/paths';
import { Columns, Row } from '../../ui/layout';

interface ProjectListProps {
  projects: readonly Project[];
  selectedId: number;
}

/**
 * The user's projects with links to their dashboards; the selected one is marked. Project 0 is all of
 * them and has no status; the selector offers it.
 */
export function ProjectList({ projects, selectedId }: ProjectListProps) {
  const listed = projects.filter(({ id }) => id !== ALL_PROJECTS_ID);
  if (listed.length === 0) return null;
  return (
    <Box component="section" aria-labelledby="projects-heading" sx={{ mt: 4 }}>
      <Typography id="projects-heading" variant="h3" component="h2" sx={{ mb: 1.5 }}>
        Project dashboards
      </Typography>
      <Columns component="ul" columns={{ least: 280 }} gap={2}>
        {listed.map((project) => (
          <Card
            key={project.id}
            component="li"
            sx={(theme) => ({
              borderColor: project.id === selectedId ? theme.vars.palette.primary.main : undefined,
            })}
          >
            <CardActionArea
              component={Link}
              to={paths.projectDashboard(project.id)}
              sx={{ p: 2.5, height: '100%' }}
            >
              <Row gap={1} sx={{ mb: 1.25 }}>
                <Typography variant="h4" component="h3" noWrap sx={{ flex: 1 }}>
                  {project.name}
                </Typography>
                <ArrowForwardIcon sx={{ fontSize: 18, color: 'text.secondary' }} />
              </Row>
              <Row align="stretch" gap={1}>
                <Chip size="small" variant="outlined" label={statusTitle(project.status)} />
                <SampleBadge project={project} />
                {project.id === selectedId && (
                  <Chip size="small" variant="outlined" color="primary" label="Selected" />
                )}
              </Row>
            </CardActionArea>
          </Card>
        ))}
      </Columns>
    </Box>
  );
}
