import { Box, Button, Card, Chip, Skeleton, type SxProps, Typography } from '@mui/material';
import { type ReactNode, useId } from 'react';
import { Link } from 'react-router';
import type { ShownTasks } from '../../entities/tasks/by-number/show-tasks';
import { TaskCount } from '../../entities/tasks/by-number/task-count';
import { formatCount } from '../../lib/format';
import { Row } from '../../ui/layout';

interface NowCardProps {
  title: string;
  /** How much there is to do; undefined while loading, or if loading failed. */
  count: number | undefined;
  /** The tasks that it counts. */
  countOf?: ShownTasks | undefined;
  failed: boolean;
  onRetry: () => void;
  /** The page where it is done. */
  to: string;
  button: string;
  /** Beside the button while there is something to do. */
  action?: ReactNode;
  /** What stands beside the title, and instead of a list, with nothing to do. */
  empty?: ReactNode;
  /** The usual height of the list. */
  listHeight: SxProps;
  children: ReactNode;
}

/** What a pod asks of the user now. With nothing to do it is one line. */
export function NowCard(props: NowCardProps) {
  const { title, count, countOf, failed, onRetry, to, button, action, empty } = props;
  const { listHeight, children } = props;
  const isLoading = count === undefined && !failed;
  const id = useId();
  return (
    <Card component="section" aria-labelledby={id} sx={{ px: 2.5, py: 2, minWidth: 0 }}>
      <Row gap={1} justify="space-between" sx={{ minHeight: 32 }}>
        <Row wrap sx={{ minWidth: 0, columnGap: 1 }}>
          <Typography variant="h3" component="h2" id={id} sx={{ overflowWrap: 'anywhere' }}>
            {title}
          </Typography>
          {count !== undefined && count > 0 && (
            <Chip
              size="small"
              color="warning"
              variant="outlined"
              label={
                countOf ? (
                  <TaskCount of={countOf} name={title} count={count} ofAll />
                ) : (
                  formatCount(count)
                )
              }
            />
          )}
          {isLoading && action !== undefined && (
            <Skeleton variant="rounded" width={44} height={24} />
          )}
          {count === 0 && empty !== undefined && <Note>{empty}</Note>}
        </Row>
        <Row wrap gap={1} justify="flex-end" sx={{ flexShrink: { xs: 1, sm: 0 } }}>
          <Button component={Link} to={to} size="small">
            {button}
          </Button>
          {/* Its place is kept meanwhile. */}
          {action !== undefined && (isLoading || (count ?? 0) > 0) && (
            <Box sx={{ visibility: isLoading ? 'hidden' : 'visible' }}>{action}</Box>
          )}
        </Row>
      </Row>
      {count !== undefined ? (
        children
      ) : failed ? (
        <FailedNote what="This" onRetry={onRetry} />
      ) : (
        <Skeleton variant="rounded" sx={listHeight} />
      )}
    </Card>
  );
}

export function Note({ children }: { children: ReactNode }) {
  return (
    // A link within a text is known by more than its colour.
    <Typography
      variant="body2"
      color="textSecondary"
      sx={{ py: 0.5, '& a': { textDecoration: 'underline' } }}
    >
      {children}
    </Typography>
  );
}

/** Keeps the place of a note. */
export function NoteToCome({ height }: { height: { xs: number; sm: number } }) {
  return <Skeleton variant="rounded" sx={{ height, my: 0.5 }} />;
}

interface FailedNoteProps {
  what: string;
  onRetry: () => void;
}

/** What could not be loaded of a card. */
export function FailedNote({ what, onRetry }: FailedNoteProps) {
  return (
    <Note>
      {what} could not be loaded.{' '}
      <Button size="small" onClick={onRetry}>
        Try Again
      </Button>
    </Note>
  );
}
