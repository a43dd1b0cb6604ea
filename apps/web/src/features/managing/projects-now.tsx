import { Box, Card, Link, Typography } from '@mui/material';
import { type ProjectWork, WORK_DAYS } from '@portal/contracts/projects-work';
import { daysBefore } from '@portal/domain/periods';
import { Link as RouterLink } from 'react-router';
import { useToday } from '../../entities/portal/use-today';
import type { ShownTasks } from '../../entities/tasks/by-number/show-tasks';
import { TaskCount } from '../../entities/tasks/by-number/task-count';
import { Sparkline } from '../../charts/sparkline';
import { formatPercent, plural } from '../../lib/format';
import { paths } from '../../lib/paths';
import { type PlainColumn, PlainTable } from '../../tables/plain-table';
import { Instant } from '../../ui/instant';
import { Row } from '../../ui/layout';
import { statusColor } from '../../ui/status-color';

/** The projects that the user manages, those with most to do first. */
export function ProjectsNow({ projects }: { projects: readonly ProjectWork[] }) {
  return (
    <Card component="section" aria-labelledby="projects-now" sx={{ px: 2.5, py: 2, mb: 2 }}>
      <Typography variant="h3" component="h2" id="projects-now" sx={{ mb: 1 }}>
        Your projects now
      </Typography>
      <PlainTable
        label="Your projects now"
        columns={COLUMNS}
        rows={projects}
        rowKey={({ project_id }) => project_id}
        maxHeight={420}
        sx={NARROW}
      />
    </Card>
  );
}

interface RowProps {
  project: ProjectWork;
}

const NARROW = { '& .MuiTableCell-root': { px: { xs: 0.75, sm: 2 } } } as const;
const WIDE = { display: { xs: 'none', md: 'table-cell' } } as const;
/** What narrow screens show below the name instead. */
const BELOW = { display: { md: 'none' } } as const;

const COLUMNS: readonly PlainColumn<ProjectWork>[] = [
  {
    head: 'Project',
    cell: (project) => <Project project={project} />,
  },
  {
    head: 'Completed',
    title: 'Tasks in a completed, reviewed or delivered status, of all tasks',
    cell: (project) => <Completed project={project} />,
  },
  {
    head: 'Waiting',
    title: 'Tasks that wait for a first review',
    cell: (project) => (
      <Count
        project={project}
        of={{ number: 'waiting_for_review' }}
        name="waiting"
        count={project.waiting_tasks}
      />
    ),
    numeric: true,
  },
  {
    head: 'Rework',
    cell: (project) => (
      <Count
        project={project}
        of={{ number: 'rework' }}
        name="in rework"
        count={project.rework_tasks}
      />
    ),
    numeric: true,
  },
  {
    head: `Last ${WORK_DAYS} days`,
    title: 'Completed tasks per day',
    cell: (project) => <Trend project={project} />,
    sx: WIDE,
  },
  {
    head: 'Last import',
    cell: (project) => <LastImport project={project} />,
    sx: WIDE,
  },
];

function Project({ project }: RowProps) {
  const { project_id: id, name, failing_statistics: failing, last_import_at: at } = project;
  return (
    <>
      <Link
        component={RouterLink}
        to={paths.projectDashboard(id)}
        variant="subtitle2"
        sx={{ overflowWrap: 'anywhere' }}
      >
        {name}
      </Link>
      {failing !== null && failing > 0 && (
        <Typography variant="caption" component="p">
          <Link component={RouterLink} to={`${paths.customStats}?project=${id}`} color="warning">
            {plural(failing, 'statistic fails', 'statistics fail')}
          </Link>
        </Typography>
      )}
      <Box sx={BELOW}>
        {at !== null && (
          <Typography variant="caption" color="textSecondary" component="p">
            Last import <Instant at={at} />
          </Typography>
        )}
        <Conflicts project={project} />
      </Box>
    </>
  );
}

interface CountProps extends RowProps {
  of: ShownTasks;
  name: string;
  count: number;
}

/** A number of a project, which is often another one than the selected one. */
function Count({ project: { project_id, name: project }, of, name, count }: CountProps) {
  return <TaskCount of={{ ...of, project_id }} name={`${name}, ${project}`} count={count} ofAll />;
}

function Completed({ project }: RowProps) {
  const { completed_tasks: done, total_tasks: all, completion_rate: rate } = project;
  return (
    <>
      {formatPercent(rate)}
      <Typography
        variant="caption"
        color="textSecondary"
        component="p"
        noWrap
        sx={{ display: { xs: 'none', sm: 'block' } }}
      >
        <Count project={project} of={{ number: 'done' }} name="completed" count={done} /> of{' '}
        <Count project={project} of={{ number: 'tasks' }} name="all" count={all} />
      </Typography>
    </>
  );
}

function Trend({ project }: RowProps) {
  const { days } = project;
  const last = useToday();
  const first = daysBefore(last, days.length - 1);
  const sum = days.reduce((all, one) => all + one, 0);
  return (
    <Row gap={1}>
      <Sparkline values={days} color={statusColor('completed')} width={96} height={28} />
      <Count
        project={project}
        of={{ number: 'completed_in_period', days: { first, last } }}
        name={`completed in the last ${days.length} days`}
        count={sum}
      />
    </Row>
  );
}

function LastImport({ project }: RowProps) {
  const { last_import_at: at } = project;
  return (
    <>
      {at === null ? '–' : <Instant at={at} />}
      <Conflicts project={project} />
    </>
  );
}

function Conflicts({ project: { conflicts } }: RowProps) {
  if (conflicts === null || conflicts === 0) return null;
  return (
    <Typography variant="caption" component="p">
      <Link
        component={RouterLink}
        to={`${paths.adminTasks}?status=conflicts`}
        title="Tasks whose value in the portal an import contradicts"
        color="warning"
      >
        {plural(conflicts, 'open conflict', 'open conflicts')}
      </Link>
    </Typography>
  );
}
