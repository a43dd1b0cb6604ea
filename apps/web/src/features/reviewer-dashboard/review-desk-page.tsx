import { Box } from '@mui/material';
import { useRef, type RefObject, useLayoutEffect, useState } from 'react';
import { usePodActivity } from '../../entities/pods/activity';
import { usePod } from '../../entities/pods/open-pod';
import { useToday } from '../../entities/portal/use-today';
import { formatCount, plural } from '../../lib/format';
import { PageHeader } from '../../ui/page-header';
import { useWallMode } from '../../ui/wall-mode/use-wall-mode';
import { WallModeButton } from '../../ui/wall-mode/wall-mode-button';
import { NumberTasks } from '../../entities/tasks/by-number/number-tasks';
import { useProjectUpdates } from '../../live/live-query';
import { useLiveState, useRoom } from '../../live/use-live';
import { DeskCard } from './desk/desk-card';
import { MyDayCard } from './my-day/my-day-card';
import { QueueCard } from './queue/queue-card';
import { Columns } from '../../ui/layout';
import { SHORT } from './desk/scene';

/** Below the content, as above it. */
const PADDING = 28;

/** On a short screen the name of the pod stands beside the title. */
const HEADER = {
  [SHORT]: {
    '& > header': { mb: 1, alignItems: 'center' },
    '& > header > div': { display: 'flex', alignItems: 'baseline', columnGap: 1.5 },
    '& > header > div > p': { flex: 1 },
  },
};

/**
 * The reviewer dashboard of a pod: the queue, and beside it the desk and the user's own day. All of it is on one
 * screen. On a wall screen it has the queue and the desk only.
 */
export function ReviewDeskPage() {
  const { podName, projectId } = usePod();
  const [wall] = useWallMode();
  const board = useRef<HTMLDivElement>(null);
  const updates = useProjectUpdates(projectId);
  const height = useHeightBelow(board);
  return (
    <>
      <Box sx={HEADER}>
        <PageHeader
          title="Reviewer Dashboard"
          subtitle={
            <>
              {podName}
              {!wall && <OwnDay />}
            </>
          }
          actions={<WallModeButton />}
        />
      </Box>
      <Columns
        ref={board}
        columns={{ md: wall ? 2 : [1, 'clamp(320px, 36%, 480px)'] }}
        gap={2}
        sx={{ minHeight: { md: height } }}
      >
        <Box sx={{ position: 'relative', minWidth: 0 }}>
          <Box sx={{ position: { md: 'absolute' }, inset: 0 }}>
            <QueueCard key={podName} />
          </Box>
        </Box>
        <Columns gap={2} sx={{ alignContent: 'start', [SHORT]: { '& > section': { py: 1.25 } } }}>
          <NumberTasks projectId={projectId} live={updates} ofPeople>
            <DeskCard />
            {!wall && <MyDayCard />}
          </NumberTasks>
        </Columns>
      </Columns>
    </>
  );
}

/** The user's own day in few words: the panel of a task lies over 'My day'. */
function OwnDay() {
  const { projectId, podName } = usePod();
  const room = useRoom(projectId, podName);
  const pushed = useLiveState('review-counters', projectId, podName);
  const { data } = usePodActivity(podName, { room, pushed });
  // Yesterday's numbers are not shown as today's.
  if (data?.today !== useToday()) return null;
  const { reviews_today: reviews, sent_back_today: sentBack } = data.me;
  return (
    <>
      {` · ${plural(reviews, 'review', 'reviews')} by you today`}
      {sentBack > 0 && `, ${formatCount(sentBack)} sent back`}
    </>
  );
}

/**
 * The height of the screen from the top of an element on, in CSS; it follows what is above the element. As the
 * smallest height of the element, it fills the screen.
 */
function useHeightBelow(element: RefObject<HTMLElement | null>): string {
  const [top, setTop] = useState(0);
  useLayoutEffect(() => {
    const measure = () => {
      const here = element.current?.getBoundingClientRect().top ?? 0;
      setTop(Math.round(here + window.scrollY));
    };
    measure();
    const observer = new ResizeObserver(measure);
    observer.observe(document.body);
    return () => observer.disconnect();
  }, [element]);
  return `calc(100dvh - ${top + PADDING}px)`;
}
