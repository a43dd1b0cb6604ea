import { Box, Skeleton, Typography } from '@mui/material';
import { formatCount } from '../../lib/format';
import { SectionCard } from '../../ui/section-card';
import type { ShownTasks } from '../../entities/tasks/by-number/show-tasks';
import { TaskCount } from '../../entities/tasks/by-number/task-count';
import { MemberRows, type Period } from './member-rows';
import type { MemberTotal } from './members';
import { MEANINGS } from '../../entities/tasks/meanings';
import { Explained } from '../../ui/explained';
import { Columns } from '../../ui/layout';

interface TotalsCardProps {
  title: string;
  detail: string;
  /** By tasks, descending. Undefined while loading; null if loading failed. */
  members: readonly MemberTotal[] | undefined | null;
  /** The page of a member; null if the user may not open it. */
  linkTo: (email: string) => string | null;
  /** Undefined while loading. */
  period: Period | undefined;
  /** The pod whose members they are. */
  podName: string | undefined;
}

/** The totals of a period, and the rows of its members. */
export function TotalsCard({ title, detail, members, linkTo, period, podName }: TotalsCardProps) {
  return (
    <SectionCard title={title} detail={detail}>
      <Columns component="dl" columns={2} gap={1.5} sx={{ mb: 2 }}>
        <Tile
          label="Total Tasks"
          meaning={MEANINGS.completedInPeriod}
          value={members && sum(members, 'tasks')}
          {...(period && {
            of: {
              number: 'completed_by_users',
              ...period,
              ...(podName !== undefined && { pod_name: podName }),
            },
            name: `completed, ${title}`,
          })}
        />
        <Tile
          label="Total Turns"
          meaning={MEANINGS.turnsInPeriod}
          value={members && sum(members, 'turns')}
        />
      </Columns>
      {members === undefined ? (
        <Skeleton variant="rounded" height={180} />
      ) : members === null || members.length === 0 ? (
        <Typography variant="body2" color="textSecondary" sx={{ py: 4, textAlign: 'center' }}>
          {members
            ? 'No member completed a task in this period'
            : 'The numbers could not be loaded'}
        </Typography>
      ) : (
        <MemberRows members={members} linkTo={linkTo} label={`Members, ${title}`} period={period} />
      )}
    </SectionCard>
  );
}

interface TileProps {
  label: string;
  meaning: string;
  value: number | undefined | null;
  /** What it opens. */
  of?: ShownTasks;
  name?: string;
}

/** A figure; a skeleton while it is undefined, a dash if it is null. */
function Tile({ label, meaning, value, of, name = label }: TileProps) {
  return (
    <Box sx={{ px: 2, py: 1.5, borderRadius: 2, bgcolor: 'surface.sunken' }}>
      <Typography component="dt" variant="caption" color="textSecondary">
        <Explained text={label} meaning={meaning} />
      </Typography>
      <Typography
        component="dd"
        sx={{ fontSize: '1.5rem', fontWeight: 650, letterSpacing: '-0.02em' }}
      >
        {value === undefined ? (
          <Skeleton width="50%" />
        ) : value === null ? (
          '–'
        ) : of ? (
          <TaskCount {...{ of, name }} count={value} />
        ) : (
          formatCount(value)
        )}
      </Typography>
    </Box>
  );
}

function sum(members: readonly MemberTotal[], metric: 'tasks' | 'turns'): number {
  return members.reduce((total, member) => total + member[metric], 0);
}
