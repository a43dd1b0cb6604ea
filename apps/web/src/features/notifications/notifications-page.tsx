import BellIcon from '~icons/ic/outline-notifications';
import { Button, Card, Skeleton, ToggleButton, ToggleButtonGroup } from '@mui/material';
import { type Notification, SHOWN_NOTIFICATIONS } from '@portal/contracts/notifications';
import { Link } from 'react-router';
import { z } from 'zod';
import { plural } from '../../lib/format';
import { paths } from '../../lib/paths';
import { urlParam, useUrlState } from '../../lib/url-state';
import { Columns, Row } from '../../ui/layout';
import { LoadError } from '../../ui/load-error';
import { MessagePanel } from '../../ui/message-panel';
import { NarrowPage } from '../../ui/narrow-page';
import { PageHeader } from '../../ui/page-header';
import { QueryView } from '../../ui/query-view';
import { useMarkRead, useNotifications } from './api';
import { NotificationDays } from './notification-days';

const PARAMS = {
  show: urlParam(z.enum(SHOWN_NOTIFICATIONS), 'all'),
  after: urlParam(z.string(), null),
};
const LABELS = { all: 'All', unread: 'Unread', read: 'Read' } as const;
const FAILED = 'Failed to load the notifications';
const NONE = {
  all: 'Nothing was told to you in the last 90 days',
  unread: 'You have read everything',
  read: 'You have read nothing yet',
} as const;

/** What the portal told the user, by day. */
export function NotificationsPage() {
  const [{ show, after }, setState] = useUrlState(PARAMS);
  const query = useNotifications({ show, after });
  const mark = useMarkRead();
  const { data, error, errorUpdatedAt } = query;
  const newest = data?.items[0];
  return (
    <NarrowPage>
      <PageHeader
        title="Notifications"
        subtitle={
          data
            ? `${plural(data.unread, 'is', 'are')} unread. They are kept for 90 days.`
            : 'They are kept for 90 days.'
        }
        actions={
          <Button component={Link} to={paths.notificationChoices} size="small" variant="outlined">
            What you are told
          </Button>
        }
      />
      <Row wrap gap={1} justify="space-between" sx={{ mb: 2 }}>
        <ToggleButtonGroup
          size="small"
          exclusive
          value={show}
          aria-label="Which notifications"
          onChange={(_event, chosen: typeof show | null) =>
            chosen && setState({ show: chosen, after: null })
          }
        >
          {SHOWN_NOTIFICATIONS.map((one) => (
            <ToggleButton key={one} value={one}>
              {LABELS[one]}
            </ToggleButton>
          ))}
        </ToggleButtonGroup>
        <Button
          size="small"
          disabled={!newest || after !== null || data.unread === 0 || mark.isPending}
          onClick={() => newest && mark.mutate({ until: newest.created_at })}
        >
          Mark all as read
        </Button>
      </Row>
      {data && <LoadError error={error} at={errorUpdatedAt} fallback={FAILED} />}
      <QueryView query={query} pending={<Loading />} failed={FAILED}>
        {({ items, next }) => (
          <>
            <Items items={items} none={NONE[show]} onRead={(id) => mark.mutate({ id })} />
            <Row justify="space-between" sx={{ mt: 2 }}>
              {after !== null && (
                <Button component={Link} to={`?show=${show}`} size="small">
                  Newest
                </Button>
              )}
              {next !== null && (
                <Button size="small" onClick={() => setState({ after: next })}>
                  Older
                </Button>
              )}
            </Row>
          </>
        )}
      </QueryView>
    </NarrowPage>
  );
}

interface ItemsProps {
  items: readonly Notification[];
  none: string;
  onRead: (id: string) => void;
}

function Items({ items, none, onRead }: ItemsProps) {
  if (items.length > 0) return <NotificationDays items={items} onRead={onRead} />;
  return (
    <Card>
      <MessagePanel
        icon={BellIcon}
        title={none}
        detail="You are told when your tasks come back, and of what else others do that concerns you."
      />
    </Card>
  );
}

function Loading() {
  return (
    <Columns gap={1}>
      {[0, 1, 2].map((row) => (
        <Skeleton key={row} variant="rounded" height={72} />
      ))}
    </Columns>
  );
}
