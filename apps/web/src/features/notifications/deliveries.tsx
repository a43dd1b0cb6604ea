import { Box, Typography } from '@mui/material';
import type { Deliveries as Found } from '@portal/contracts/notifications';
import { Instant } from '../../ui/instant';
import { useDeliveries } from './api';
import { CHANNEL_NAMES } from './names';

type Delivery = Found['items'][number];

const STATES: Readonly<Record<Delivery['state'], string>> = {
  waiting: 'not sent yet',
  sent: 'sent',
  dropped: 'not sent',
  failed: 'could not be sent',
};

/** Where a notification went, and why it did not. */
export function Deliveries({ id }: { id: string }) {
  const { data, error } = useDeliveries(id);
  if (error) return <Line>What became of it could not be loaded.</Line>;
  return (
    <Box role="status">
      {data?.items.map(({ channel, state, due_at: due, sent_at: sent, reason }) => (
        <Line key={channel}>
          {CHANNEL_NAMES[channel]}: {STATES[state]}
          {reason !== null && `. ${reason}`}
          {sent !== null && <> at {<Instant at={sent} />}</>}
          {due !== null && <>, next at {<Instant at={due} />}</>}.
        </Line>
      ))}
    </Box>
  );
}

function Line({ children }: { children: React.ReactNode }) {
  return (
    <Typography variant="body2" color="textSecondary">
      {children}
    </Typography>
  );
}
