import { Box, Card, Link, Typography } from '@mui/material';
import { type ProjectWork, WORK_DAYS } from '@portal/contracts/projects-work';
import { Link as RouterLink } from 'react-router';
import { Sparkline } from '../../charts/sparkline';
import { formatCount, formatPercent, plural } from '../../lib/format';
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
    cell: ({ waiting_tasks }) => formatCount(waiting_tasks),
    numeric: true,
  },
  {
    head: 'Rework',
    cell: ({ rework_tasks }) => formatCount(rework_tasks),
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

function Project({ project: { project_id: id, name, failing_statistics: failing } }: RowProps) {
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
    </>
  );
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
        {formatCount(done)} of {formatCount(all)}
      </Typography>
    </>
  );
}

function Trend({ project: { days } }: RowProps) {
  const sum = days.reduce((all, one) => all + one, 0);
  return (
    <Row gap={1}>
      <Sparkline values={days} color={statusColor('completed')} width={96} height={28} />
      <Box component="span">{formatCount(sum)}</Box>
    </Row>
  );
}

function LastImport({ project: { last_import_at: at, conflicts } }: RowProps) {
  return (
    <>
      {at === null ? '–' : <Instant at={at} />}
      {conflicts !== null && conflicts > 0 && (
        <Typography variant="caption" component="p">
          <Link component={RouterLink} to={paths.adminTasks} color="warning">
            {plural(conflicts, 'row contradicts', 'rows contradict')} the portal
          </Link>
        </Typography>
      )}
    </>
  );
}
