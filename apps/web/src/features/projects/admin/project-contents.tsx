import { Box, Button, Card, Link, Typography } from '@mui/material';
import { ALL_PROJECTS_ID } from '@portal/contracts/permissions';
import type { Project } from '@portal/contracts/projects';
import { Fragment } from 'react';
import { Link as RouterLink } from 'react-router';
import { usePodNames } from '../../../entities/pods/api';
import { PodLink } from '../../../entities/pods/pod-link';
import { useInventory } from '../../../entities/projects/inventory';
import { formatCount, plural } from '../../../lib/format';
import { newItem, paths } from '../../../lib/paths';
import { useMay } from '../../../session/permissions';
import { Fact, Facts } from '../../../ui/facts';

const NOTHING = '–';

/** Where what belongs to a project is found: its address, pods, imports and statistics. */
export function ProjectContents({ project }: { project: Project }) {
  const { id } = project;
  const may = useMay();
  const has = useInventory(id, may(['admin-view']));
  const isOpen = project.archived_at === null && id !== ALL_PROJECTS_ID;
  const dashboard = paths.projectDashboard(id);
  return (
    <Card component="section" aria-label="Contents of the project" sx={{ p: 2.5 }}>
      <Facts>
        <Fact name="Address">
          <PageLink to={dashboard}>{dashboard}</PageLink>
        </Fact>
        <Fact name="Tasks">
          {may(['data-upload']) ? (
            <PageLink to={paths.adminTasks}>
              {has ? `${formatCount(has.tasks)}, imports` : 'Imports'}
            </PageLink>
          ) : (
            ((has && formatCount(has.tasks)) ?? NOTHING)
          )}
        </Fact>
        <Fact name="Statistics">
          <PageLink to={`${paths.customStats}?project=${id}`}>
            {has
              ? plural(has.custom_stats, 'custom statistic', 'custom statistics')
              : 'Custom statistics'}
          </PageLink>
        </Fact>
        {isOpen && may(['data-upload']) && (
          <Fact name="Files">
            <PageLink to={paths.adminProjectFormats(id)}>File formats</PageLink>
          </Fact>
        )}
        {isOpen && may(['project-admin']) && (
          <Fact name="Other systems">
            <PageLink to={paths.adminProjectWebhooks(id)}>Webhooks</PageLink>
          </Fact>
        )}
        {isOpen && may(['pod-targets-manage']) && may(['admin-view']) && (
          <Fact name="Targets">
            <PageLink to={paths.adminWeeklyTargets}>Weekly targets</PageLink>
          </Fact>
        )}
        {isOpen && may(['project-admin']) && may(['admin-view']) && (
          <Fact name="Reviews">
            <PageLink to={paths.adminReviewReasons}>Review reasons</PageLink>
          </Fact>
        )}
        <Fact name="Pods" whole>
          <Pods projectId={id} isOpen={isOpen} />
        </Fact>
      </Facts>
      {isOpen && has?.tasks === 0 && may(['data-upload']) && (
        <Button component={RouterLink} to={paths.adminTasks} variant="contained" sx={{ mt: 2 }}>
          Import tasks
        </Button>
      )}
    </Card>
  );
}

function Pods({ projectId, isOpen }: { projectId: number; isOpen: boolean }) {
  const { data: names } = usePodNames(projectId);
  const mayCreate = useMay()(['pod-manage']) && isOpen;
  return (
    <Box sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'center', columnGap: 1.5 }}>
      {names?.map((podName) => (
        <Fragment key={podName}>
          <PodLink {...{ podName, projectId }} />
        </Fragment>
      ))}
      {names?.length === 0 && (
        <Typography variant="body2" color="textSecondary">
          No pod yet: a pod is a team of the project.
        </Typography>
      )}
      {mayCreate && (
        <Button component={RouterLink} to={newItem(paths.adminPods)} size="small">
          Create pod
        </Button>
      )}
    </Box>
  );
}

function PageLink({ to, children }: { to: string; children: string }) {
  return (
    <Link component={RouterLink} to={to}>
      {children}
    </Link>
  );
}
