import { Box } from '@mui/material';
import { usePod } from '../../entities/pods/open-pod';
import { PageHeader } from '../../ui/page-header';
import { useWallMode } from '../../ui/wall-mode/use-wall-mode';
import { WallModeButton } from '../../ui/wall-mode/wall-mode-button';
import { DeskCard } from './desk/desk-card';
import { MyDayCard } from './my-day/my-day-card';
import { QueueCard } from './queue/queue-card';
import { Columns } from '../../ui/layout';

/** The reviewer dashboard of a pod. On a wall screen it has the desk and the queue only. */
export function ReviewDeskPage() {
  const { podName } = usePod();
  const [wall] = useWallMode();
  return (
    <>
      <PageHeader title="Reviewer Dashboard" subtitle={podName} actions={<WallModeButton />} />
      <Columns columns={{ lg: [5, 3] }} gap={2.5} sx={{ alignItems: 'start' }}>
        <Box sx={{ gridColumn: wall ? 'auto' : '1 / -1', minWidth: 0 }}>
          <DeskCard />
        </Box>
        <QueueCard key={podName} />
        {!wall && <MyDayCard />}
      </Columns>
    </>
  );
}
