import { Box, Skeleton, Typography } from '@mui/material';
import { formatCount, formatDay, formatZone } from '../../../lib/format';
import { Freshness } from '../../../live/freshness';
import { usePod } from '../../../entities/pods/open-pod';
import { useReportingZone, useToday } from '../../../entities/portal/use-today';
import type { ShownTasks } from '../../../entities/tasks/by-number/show-tasks';
import { useMay } from '../../../session/permissions';
import { TaskCount } from '../../../entities/tasks/by-number/task-count';
import { SectionCard } from '../../../ui/section-card';
import { statusColor } from '../../../ui/status-color';
import { StatusDot } from '../../../ui/status-dot';
import type { DeskState } from './desk-motion';
import { DeskScene } from './desk-scene';
import { SCENE } from './scene';
import { useWallMode } from '../../../ui/wall-mode/use-wall-mode';
import { useAfterRows, useDesk } from './use-desk';
import { useAnnouncement } from './use-announcement';
import { FailureAlert } from '../../../ui/failure';
import { QueryView } from '../../../ui/query-view';
import { Columns } from '../../../ui/layout';

/** 'Task Review Progress': the pending and the done tasks, as numbers and as paper. */
export function DeskCard() {
  const { podName, projectId } = usePod();
  const { room, state, asOf, error, retry } = useDesk(projectId, podName);
  const zone = useReportingZone();
  const [wall] = useWallMode();
  // On a wall screen the badge in the corner says that all is live.
  const hidden = wall && room.kind === 'live';
  return (
    <SectionCard
      title="Task Review Progress"
      detail={`Days in ${formatZone(zone)}`}
      actions={state && !hidden && <Freshness room={room} asOf={asOf} />}
      // Sheets from the queue fly over both cards.
      sx={{ p: { xs: 2, sm: 2.5 }, position: 'relative', zIndex: 1, overflow: 'visible' }}
    >
      <QueryView
        query={{ data: state, error, refetch: retry }}
        pending={<Loading />}
        renderFailure={(_error, onRetry) => (
          <FailureAlert
            title="Failed to load review statistics. Please try again later."
            onRetry={onRetry}
          />
        )}
      >
        {(shown) => (
          <>
            <Counters {...shown} />
            <Paper state={shown} />
            <Announcement state={shown} />
          </>
        )}
      </QueryView>
    </SectionCard>
  );
}

function Paper({ state }: { state: DeskState }) {
  return <DeskScene state={useAfterRows(state)} />;
}

function Counters({ day, pending, done }: DeskState) {
  const { podName } = usePod();
  // Without a connection the last counters stay after midnight.
  const when = day === useToday() ? 'today' : `on ${formatDay(day)}`;
  return (
    <Box component="dl" sx={{ ...COLUMNS, my: 0 }}>
      <Counter
        label="Pending"
        detail="waiting for a first review"
        color={statusColor('pending')}
        value={pending}
        of={{ number: 'waiting_for_review', pod_name: podName }}
      />
      <Counter
        label="Done"
        detail={`reviewed ${when}`}
        color={statusColor('completed')}
        value={done}
        of={{ number: 'reviewed_in_period', pod_name: podName, days: { first: day, last: day } }}
      />
    </Box>
  );
}

const COLUMNS = {
  display: 'grid',
  gridTemplateColumns: 'repeat(2, minmax(0, 1fr))',
  maxWidth: SCENE.maxWidth,
  mx: 'auto',
} as const;

const NUMBER = { fontSize: '2.5rem', lineHeight: 1.1 };

interface CounterProps {
  label: string;
  detail: string;
  color: string;
  value: number;
  /** The tasks that are counted. */
  of: ShownTasks;
}

function Counter({ label, detail, color, value, of }: CounterProps) {
  const [wall] = useWallMode();
  const opens = useMay()(['data-upload', 'pod-info-public-view']) && !wall;
  return (
    <Box sx={{ textAlign: 'center', minWidth: 0 }}>
      <Typography
        component="dt"
        variant="subtitle1"
        sx={{ display: 'inline-flex', alignItems: 'center', gap: 1 }}
      >
        <StatusDot aria-hidden style={{ backgroundColor: color }} />
        {label}
      </Typography>
      <Typography component="dd" sx={{ ...NUMBER, fontWeight: 680, letterSpacing: '-0.035em' }}>
        {opens ? <TaskCount of={of} name={label} count={value} /> : formatCount(value)}
      </Typography>
      <Typography component="dd" variant="body2" color="textSecondary">
        {detail}
      </Typography>
    </Box>
  );
}

function Announcement({ state }: { state: DeskState }) {
  return (
    <Box sx={UNSEEN} aria-live="polite">
      {useAnnouncement(state)}
    </Box>
  );
}

/** For screen readers only. */
const UNSEEN = {
  position: 'absolute',
  width: '1px',
  height: '1px',
  overflow: 'hidden',
  clipPath: 'inset(50%)',
};

/** As large as what it stands for. */
function Loading() {
  return (
    <Box role="status" aria-label="Loading">
      <Box sx={COLUMNS}>
        {['pending', 'done'].map((name) => (
          <Columns key={name} sx={{ justifyItems: 'center' }}>
            <Skeleton width="30%" sx={{ typography: 'subtitle1' }} />
            <Skeleton width="50%" sx={NUMBER} />
            <Skeleton width="60%" sx={{ typography: 'body2' }} />
          </Columns>
        ))}
      </Box>
      <Box
        sx={{
          maxWidth: SCENE.maxWidth,
          mx: 'auto',
          p: '3% 12%',
          aspectRatio: `${SCENE.width} / ${SCENE.height}`,
        }}
      >
        <Skeleton variant="rounded" height="100%" />
      </Box>
    </Box>
  );
}
