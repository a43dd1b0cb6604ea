import Box from '@mui/material/Box';
import type { ReactNode } from 'react';
import { PageHeader } from '../../ui/page-header';
import { useWallMode } from '../../ui/wall-mode/use-wall-mode';
import { WallModeButton } from '../../ui/wall-mode/wall-mode-button';
import { DeskCard } from './desk/desk-card';
import { useDesk } from './desk/use-desk';
import { MyDayCard } from './my-day/my-day-card';
import { QueueCard } from './queue/queue-card';

interface ReviewDeskProps {
  projectId: number;
  podName: string;
}

/** The reviewer dashboard of a pod. On a wall screen it has the desk and the queue only. */
export function ReviewDesk({ projectId, podName }: ReviewDeskProps) {
  const desk = useDesk(projectId, podName);
  const [wall] = useWallMode();
  const pod = { projectId, podName, room: desk.room };
  return (
    <>
      <PageHeader title="Reviewer Dashboard" subtitle={podName} actions={<WallModeButton />} />
      <Box sx={{ display: 'grid', gap: 2.5, gridTemplateColumns: 'minmax(0, 1fr)' }}>
        <DeskCard desk={desk} />
        <Beside wall={wall} queue={<QueueCard {...pod} />} mine={<MyDayCard {...pod} />} />
      </Box>
    </>
  );
}

function Beside({ wall, queue, mine }: { wall: boolean; queue: ReactNode; mine: ReactNode }) {
  if (wall) return queue;
  return (
    <Box
      sx={{
        display: 'grid',
        gap: 2.5,
        alignItems: 'start',
        gridTemplateColumns: { xs: 'minmax(0, 1fr)', lg: 'minmax(0, 5fr) minmax(0, 3fr)' },
      }}
    >
      {queue}
      {mine}
    </Box>
  );
}
