import DevicesIcon from '~icons/ic/outline-devices';
import {
  Box,
  Button,
  Chip,
  DialogActions,
  DialogContent,
  Skeleton,
  Typography,
} from '@mui/material';
import type { Session } from '@portal/contracts/sessions';
import { formatDayOf, formatRelative } from '../../lib/format';
import { AppDialog } from '../../ui/dialogs/app-dialog';
import { useDialog } from '../../ui/dialogs/use-dialog';
import { Instant } from '../../ui/instant';
import { QueryView } from '../../ui/query-view';
import { useEndSessions, useSessions } from './api';
import { browserName } from './browser-name';
import { serverTimeOf } from '../../lib/server-clock';
import { Row } from '../../ui/layout';

interface SessionsDialogProps {
  userId: number;
  /** The name of another user; absent for the signed-in one. */
  name?: string;
  onClose: () => void;
}

/** Where a user is signed in, with a way to end each session and all others. */
export function SessionsDialog({ userId, name, onClose }: SessionsDialogProps) {
  const sessions = useSessions(userId);
  const end = useEndSessions(userId);
  const { dialog, confirm } = useDialog();
  const others = (sessions.data ?? []).filter(({ is_current: isCurrent }) => !isCurrent);
  const all = name === undefined ? 'Sign out everywhere else' : 'Sign out everywhere';
  return (
    <AppDialog
      title={name === undefined ? 'Where you are signed in' : `Where ${name} is signed in`}
      width={600}
      onClose={onClose}
    >
      <DialogContent sx={{ pt: '0 !important' }}>
        <QueryView
          query={sessions}
          pending={<Skeleton variant="rounded" height={132} aria-label="Loading the sessions" />}
          failed="Failed to load the sessions"
          inLine
        >
          {(found) =>
            found.length === 0 ? (
              <Typography color="textSecondary">{name} is not signed in.</Typography>
            ) : (
              <SessionList
                sessions={found}
                loadedAt={serverTimeOf(sessions.dataUpdatedAt)}
                ending={end.isPending ? end.variables : undefined}
                onEnd={(id) => end.mutate(id)}
              />
            )
          }
        </QueryView>
      </DialogContent>
      <DialogActions sx={{ px: 3, pb: 2.5, flexWrap: 'wrap', rowGap: 1 }}>
        <Button
          color="error"
          disabled={others.length === 0 || end.isPending}
          onClick={() =>
            confirm({
              title: `${all}?`,
              text:
                name === undefined
                  ? 'Every other browser has to sign in again. API tokens go on working.'
                  : `Every browser of ${name} has to sign in again. API tokens go on working.`,
              confirm: 'Sign out',
              onConfirm: () => end.mutate(undefined),
            })
          }
          sx={{ mr: 'auto' }}
        >
          {all}
        </Button>
        <Button variant="contained" onClick={onClose}>
          Done
        </Button>
      </DialogActions>
      {dialog}
    </AppDialog>
  );
}

interface SessionListProps {
  sessions: readonly Session[];
  /** In epoch milliseconds. */
  loadedAt: number;
  /** The session that is being ended. */
  ending: string | undefined;
  onEnd: (sessionId: string) => void;
}

function SessionList({ sessions, loadedAt, ending, onEnd }: SessionListProps) {
  return (
    <Box component="ul" aria-label="Sessions">
      {sessions.map((session) => (
        <Row
          component="li"
          key={session.id}
          gap={1.5}
          sx={{ py: 1.25, '& + &': { borderTop: 1, borderColor: 'divider' } }}
        >
          <DevicesIcon sx={{ flex: 'none', color: 'text.secondary' }} />
          <SessionText session={session} loadedAt={loadedAt} />
          {!session.is_current && (
            <Button
              size="small"
              disabled={ending === session.id}
              aria-label={`Sign out of ${browserName(session.user_agent)}`}
              onClick={() => onEnd(session.id)}
            >
              Sign out
            </Button>
          )}
        </Row>
      ))}
    </Box>
  );
}

function SessionText({ session, loadedAt }: { session: Session; loadedAt: number }) {
  const { user_agent: userAgent, last_used_at: usedAt, opened_at: openedAt } = session;
  return (
    <Box sx={{ flex: 1, minWidth: 0 }}>
      <Row wrap sx={{ columnGap: 1 }}>
        <Typography sx={{ overflowWrap: 'anywhere' }} title={userAgent}>
          {browserName(userAgent)}
        </Typography>
        {session.is_current && <Chip size="small" color="success" label="This browser" />}
      </Row>
      <Typography variant="body2" color="textSecondary">
        Last used <Instant at={usedAt} format={(at) => formatRelative(at, loadedAt)} />, signed in{' '}
        <Instant at={openedAt} format={formatDayOf} />
      </Typography>
    </Box>
  );
}
