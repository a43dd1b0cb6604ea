import { Box, Button, Card, Link, Typography } from '@mui/material';
import { useState } from 'react';
import type { Notification, Deliveries as Found } from '@portal/contracts/notifications';
import { format } from 'date-fns';
import { Link as RouterLink } from 'react-router';
import { ListOfTasks } from '../../entities/tasks/list-of-tasks';
import { TaskLink } from '../../entities/tasks/task-link';
import { formatDay, formatTime } from '../../lib/format';
import { inUserZone, useUserZone } from '../../lib/user-zone';
import { Instant } from '../../ui/instant';
import { Row } from '../../ui/layout';
import { useDeliveries } from './api';
import { CHANNEL_NAMES } from './names';
import { StatusDot } from '../../ui/status-dot';

const STATES: Readonly<Record<Delivery['state'], string>> = {
  waiting: 'not sent yet',
  sent: 'sent',
  dropped: 'not sent',
  failed: 'could not be sent',
};

interface NotificationDaysProps {
  items: readonly Notification[];
  onRead: (id: string) => void;
}

/** The newest first, below the day of each in the user's zone. */
export function NotificationDays({ items, onRead }: NotificationDaysProps) {
  // The zone arrives with the profile, maybe after the page.
  useUserZone();
  const dayOf = ({ created_at: at }: Notification) => format(inUserZone(at), 'yyyy-MM-dd');
  const days = [...new Set(items.map(dayOf))];
  return days.map((day) => (
    <Box component="section" key={day} aria-label={formatDay(day)} sx={{ mb: 2.5 }}>
      <Typography variant="subtitle2" component="h2" color="textSecondary" sx={{ mb: 0.75 }}>
        {formatDay(day)}
      </Typography>
      <Card component="ul">
        {items
          .filter((item) => dayOf(item) === day)
          .map((item) => (
            <Item key={item.id} item={item} onRead={() => onRead(item.id)} />
          ))}
      </Card>
    </Box>
  ));
}

function Item({ item, onRead }: { item: Notification; onRead: () => void }) {
  const { text, why, link, lines, read_at: readAt, task_ids: tasks, things } = item;
  const isUnread = readAt === null;
  const [asks, setAsks] = useState(false);
  return (
    <Row
      component="li"
      align="flex-start"
      gap={1.5}
      sx={{ px: 2, py: 1.5, '& + &': { borderTop: 1, borderColor: 'divider' } }}
    >
      <StatusDot
        sx={{ mt: 1, borderRadius: '50%', bgcolor: isUnread ? 'primary.main' : 'transparent' }}
      />
      <Box sx={{ flex: 1, minWidth: 0 }}>
        <Link
          component={RouterLink}
          to={link}
          color="textPrimary"
          onClick={() => isUnread && onRead()}
          sx={{ fontWeight: isUnread ? 600 : 400, overflowWrap: 'anywhere' }}
        >
          {text}
        </Link>
        {lines.length > 0 && <Lines lines={lines} />}
        {things > 1 && tasks.length > 0 && <Tasks ids={tasks} things={things} />}
        <Typography variant="body2" color="textSecondary">
          <Instant at={item.created_at} format={(at) => formatTime(inUserZone(at))} />
          {isUnread ? ' · unread · ' : ' · '}
          {why}
        </Typography>
        <Row wrap gap={1} sx={{ ml: -0.75 }}>
          {isUnread && (
            <Button size="small" aria-label={`Mark as read: ${text}`} onClick={onRead}>
              Mark as read
            </Button>
          )}
          <Button
            size="small"
            aria-expanded={asks}
            aria-label={`Slack and e-mail: ${text}`}
            onClick={() => setAsks(!asks)}
          >
            Slack and e-mail
          </Button>
        </Row>
        {asks && <Deliveries id={item.id} />}
      </Box>
    </Row>
  );
}

/** What a digest says, each line with the page that shows it. */
function Lines({ lines }: Pick<Notification, 'lines'>) {
  return (
    <Box component="ul" sx={{ listStyle: 'disc', my: 0.5, pl: 2.5 }}>
      {lines.map(({ text, link }) => (
        <Typography key={text} component="li" variant="body2">
          <Link component={RouterLink} to={link} color="textPrimary">
            {text}
          </Link>
        </Typography>
      ))}
    </Box>
  );
}

function Tasks({ ids, things }: { ids: readonly number[]; things: number }) {
  return (
    <Row component="ul" wrap gap={1}>
      <ListOfTasks tasks={ids.map((id) => ({ turing_task_id: id }))}>
        {ids.map((id) => (
          <Typography key={id} component="li" variant="body2">
            <TaskLink id={id} />
          </Typography>
        ))}
      </ListOfTasks>
      {things > ids.length && (
        <Typography component="li" variant="body2" color="textSecondary">
          and {things - ids.length} more
        </Typography>
      )}
    </Row>
  );
}

type Delivery = Found['items'][number];

/** Where a notification went, and why it did not. */
function Deliveries({ id }: { id: string }) {
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
