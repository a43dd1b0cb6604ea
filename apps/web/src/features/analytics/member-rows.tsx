import { Box, Link as MuiLink, Typography } from '@mui/material';
import { Link } from 'react-router';
import { formatCount } from '../../lib/format';
import type { ShownTasks } from '../../entities/tasks/by-number/show-tasks';
import { TaskCount } from '../../entities/tasks/by-number/task-count';
import { PlainTable, type PlainColumn } from '../../tables/plain-table';
import { UserPicture } from '../../ui/user-picture';
import type { MemberTotal } from './members';
import { Row } from '../../ui/layout';

/** Whole days, or instants. */
export type Period = Pick<ShownTasks, 'days' | 'instants'>;

interface MemberRowsProps {
  members: readonly MemberTotal[];
  /** The page of a member; null if the user may not open it. */
  linkTo: (email: string) => string | null;
  label: string;
  /** When the work was done. */
  period: Period | undefined;
}

const MAX_HEIGHT = 460;

/** One row per member; the whole row is a link, if the user may open the page of a member. */
export function MemberRows({ members, linkTo, label, period }: MemberRowsProps) {
  return (
    <PlainTable
      label={label}
      columns={columnsOf(linkTo, period)}
      rows={members}
      rowKey={({ email }) => email}
      rowSx={{ position: 'relative' }}
      maxHeight={MAX_HEIGHT}
      sx={{ tableLayout: 'fixed' }}
    />
  );
}

function columnsOf(
  linkTo: MemberRowsProps['linkTo'],
  period: Period | undefined,
): PlainColumn<MemberTotal>[] {
  return [
    {
      head: 'Member',
      cell: (member) => <Member member={member} to={linkTo(member.email)} />,
      sx: { px: 1, '&.MuiTableCell-body': { py: 0.75 } },
    },
    {
      head: 'Tasks',
      cell: (member) => <CompletedTasks member={member} count={member.tasks} period={period} />,
      numeric: true,
      sx: {
        width: { xs: 52, sm: 76 },
        px: { xs: 0.5, sm: 2 },
        '&.MuiTableCell-body': { fontWeight: 650 },
      },
    },
    {
      head: 'Turns',
      cell: ({ turns }) => formatCount(turns),
      numeric: true,
      sx: { width: { xs: 56, sm: 84 }, pl: { xs: 0.5, sm: 2 }, pr: 1 },
    },
  ];
}

interface CompletedTasksProps {
  member: Pick<MemberTotal, 'email' | 'name'>;
  count: number;
  /** When; undefined if the tasks do not open. */
  period: Period | undefined;
}

/** How many tasks a member completed; opens them. */
export function CompletedTasks({ member: { email, name }, count, period }: CompletedTasksProps) {
  if (!period) return formatCount(count);
  const of = { number: 'completed_in_period', ...period, user_email: email } as const;
  return <TaskCount of={of} name={`completed by ${name ?? email}`} count={count} />;
}

interface MemberProps {
  member: Pick<MemberTotal, 'email' | 'name' | 'picture'>;
  to: string | null;
}

/** Picture, name and address; the link covers the row. */
export function Member({ member: { email, name, picture }, to }: MemberProps) {
  const shown = name ?? email;
  return (
    <Row gap={1.25} sx={{ minWidth: 0 }}>
      <UserPicture user={{ name: shown, email, picture }} size={30} />
      <Box sx={{ minWidth: 0 }}>
        {to === null ? (
          <Typography variant="body2" noWrap sx={{ fontWeight: 600 }}>
            {shown}
          </Typography>
        ) : (
          <MuiLink
            component={Link}
            to={to}
            replace
            variant="body2"
            underline="hover"
            noWrap
            sx={{
              display: 'block',
              fontWeight: 600,
              color: 'text.primary',
              // The link covers its row.
              '&::after': { content: '""', position: 'absolute', inset: 0 },
            }}
          >
            {shown}
          </MuiLink>
        )}
        {name !== null && (
          <Typography variant="caption" color="textSecondary" noWrap component="p">
            {email}
          </Typography>
        )}
      </Box>
    </Row>
  );
}
