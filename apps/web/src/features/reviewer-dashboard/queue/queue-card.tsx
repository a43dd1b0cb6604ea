import CloudOffIcon from '~icons/ic/outline-cloud-off';
import InboxIcon from '~icons/ic/outline-inbox';
import KeyboardIcon from '~icons/ic/outline-keyboard';
import { Box, IconButton, Skeleton, Tooltip } from '@mui/material';
import { useCallback, useMemo, useRef } from 'react';
import { z } from 'zod';
import { wholeNumberParam } from '@portal/contracts/scalars';
import type { ReviewQueue } from '@portal/contracts/task-stats';
import { runningClaim } from '../../../entities/claims/claim-note';
import { ListOfTasks } from '../../../entities/tasks/list-of-tasks';
import { TASK_PARAMS } from '../../../entities/tasks/open-task';
import { isRefused, messageOf } from '../../../lib/api-error';
import { formatCount, plural } from '../../../lib/format';
import { urlParam, useOpenByUrl, useUrlState } from '../../../lib/url-state';
import { useShortcuts } from '../../../ui/dialogs/shortcuts-store';
import { useDrawn } from '../../../lib/use-drawn';
import { useServerNow } from '../../../lib/server-clock';
import { useLiveState, useRoom } from '../../../live/use-live';
import { usePod } from '../../../entities/pods/open-pod';
import { SectionCard } from '../../../ui/section-card';
import { LoadError } from '../../../ui/load-error';
import { dimmedIf } from '../../../ui/dimmed';
import { MessagePanel } from '../../../ui/message-panel';
import { Pager } from '../../../tables/pager';
import { useWallMode } from '../../../ui/wall-mode/use-wall-mode';
import { useReviewChoices, useReviewQueue } from '../../../entities/pods/review-queue';
import { Row } from '../../../ui/layout';
import { PendingButton } from '../../../ui/pending-button';
import { FILTER_PARAMS, filtersOf, QueueFilters } from './queue-filters';
import { QueueRow } from './queue-row';
import { useClaiming } from './use-claiming';
import { FailurePanel } from '../../../ui/failure';
import { useFlip } from '../../../ui/use-flip';
import { QueryView } from '../../../ui/query-view';

const QUEUE_PARAMS = {
  ...TASK_PARAMS,
  ...FILTER_PARAMS,
  page: urlParam(wholeNumberParam({ minimum: 1, maximum: 1_000_000 }).pipe(z.number()), 1),
};
const FAILED = 'Failed to load the review queue';
const PAGE_SIZE = 20;
/** As many as a wall screen shows without scrolling. */
const WALL_SIZE = 12;
const AGES_MS = 30_000;

/** What to review next: the tasks that wait for a first review, oldest first. */
export function QueueCard() {
  const { projectId, podName, members } = usePod();
  const room = useRoom(projectId, podName);
  const pushed = useLiveState('review-counters', projectId, podName);
  const [{ page, person, batch, model, days, reason, search }, setUrl] = useUrlState(QUEUE_PARAMS);
  const filters = useMemo(
    () => filtersOf({ person, batch, model, days, reason, search }),
    [person, batch, model, days, reason, search],
  );
  const [wall] = useWallMode();
  const showShortcuts = useShortcuts((state) => state.show);
  const size = wall ? WALL_SIZE : PAGE_SIZE;
  const shown = useReviewQueue(
    podName,
    { page: wall ? 1 : page, size, filters: wall ? NO_FILTERS : filters },
    { room, pushed },
  );
  const last = useDrawn(
    shown,
    useMemo(() => ({ page, filters }), [page, filters]),
  );
  const drawn = isRefused(shown.error) ? undefined : last;
  const queue = drawn?.data;
  const isOld = drawn?.isOld ?? false;
  const items = queue?.items ?? NO_TASKS;
  const ids = useMemo(() => items.map((task) => task.turing_task_id), [items]);
  const rows = useRef<HTMLUListElement>(null);
  useFlip(rows, ids, queue?.page);
  const trainers = useMemo(
    () => new Map(members.data?.map((member) => [member.user_email, member])),
    [members.data],
  );
  const { data: choices } = useReviewChoices(podName, { room, pushed });
  const now = useServerNow(AGES_MS);
  const pages = {
    // The page that is drawn, also while another one is awaited.
    ...{ page: (drawn?.label.page ?? page) - 1, size, total: queue?.total ?? 0 },
    onPage: (to: number) => setUrl({ page: to + 1 }, { replace: true }),
  };
  const { claimNext, claim } = useClaiming(rows, {
    ...{ podName, filters, items, wall, pages },
    // What the user has claimed is on the first page.
    onNext: useCallback((task: number) => setUrl({ task, page: 1 }), [setUrl]),
  });
  useOpenByUrl(queue && !wall ? claimNext.run : undefined, 'claim');
  const first = items.find((task) => runningClaim(task.claim, now)?.is_mine !== false);
  return (
    <SectionCard
      title="Review next"
      detail={detailOf(queue)}
      actions={
        !wall && (
          <Row gap={0.5}>
            <PendingButton
              variant="contained"
              pending={claimNext.isPending}
              onClick={claimNext.run}
            >
              Next
            </PendingButton>
            <Tooltip title="Shortcuts (?)">
              <IconButton aria-label="Shortcuts" onClick={showShortcuts}>
                <KeyboardIcon fontSize="small" />
              </IconButton>
            </Tooltip>
          </Row>
        )
      }
      sx={FULL_HEIGHT}
    >
      {!wall && (
        <QueueFilters
          filters={{ person, batch, model, days, reason, search }}
          choices={choices}
          people={members.data ?? []}
          onChange={(change) => setUrl({ ...change, page: 1 })}
        />
      )}
      {queue && <LoadError fallback={FAILED} error={shown.error} at={shown.errorUpdatedAt} />}
      <QueryView
        query={{ data: queue, error: shown.error, refetch: shown.refetch }}
        pending={<LoadingRows />}
        renderFailure={(error, onRetry) => (
          <FailurePanel
            icon={CloudOffIcon}
            title={FAILED}
            detail={messageOf(error, '')}
            onRetry={onRetry}
          />
        )}
      >
        {({ total, page: shownPage }) =>
          total === 0 ? (
            <Box aria-busy={isOld} sx={dimmedIf(isOld)}>
              <MessagePanel icon={InboxIcon} {...emptyText(queue, drawn?.label.filters)} />
            </Box>
          ) : (
            <>
              <Box component="ul" ref={rows} aria-busy={isOld} sx={{ ...LIST, ...dimmedIf(isOld) }}>
                <ListOfTasks tasks={items} pages={pages}>
                  {items.map((task) => (
                    <QueueRow
                      key={task.turing_task_id}
                      task={task}
                      trainer={task.user_email === null ? undefined : trainers.get(task.user_email)}
                      isNext={shownPage === 1 && task === first}
                      onClaim={claim}
                      isWall={wall}
                      now={now}
                    />
                  ))}
                </ListOfTasks>
              </Box>
              {!wall && (
                <Pager
                  label="the review queue"
                  page={page - 1}
                  size={size}
                  total={total}
                  onPage={(next) => setUrl({ page: next + 1 })}
                />
              )}
            </>
          )
        }
      </QueryView>
    </SectionCard>
  );
}

function detailOf(queue: Pick<ReviewQueue, 'total' | 'stuck' | 'items'> | undefined): string {
  const { total = 0, stuck = 0, items = NO_TASKS } = queue ?? {};
  const tasks = total > 0 ? plural(total, 'task waits', 'tasks wait') : 'Tasks that wait';
  const left =
    stuck > 0 ? `. ${formatCount(stuck)} more came back too often: the lead decides` : '';
  const order = items.some((task) => task.is_appealed)
    ? 'appeals first, then the oldest'
    : 'oldest first';
  return `${tasks} for a first review, ${order}${left}`;
}

/** @param filters those that the queue was asked for with: the chosen ones may wait for their answer */
function emptyText(queue: Pick<ReviewQueue, 'stuck'> | undefined, filters: object = {}) {
  if (Object.keys(filters).length > 0) {
    return { title: 'No such task waits', detail: 'Tasks that wait do not pass the filters.' };
  }
  const why = queue?.stuck
    ? 'Only tasks that are stuck have no review yet'
    : 'Every finished task of this pod has a review';
  return {
    title: 'Nothing waits',
    detail: `${why}. New tasks appear here when trainers complete them.`,
  };
}

/** Beside the desk the card is as high as the screen, and its list scrolls. */
const FULL_HEIGHT = {
  display: 'flex',
  flexDirection: 'column',
  p: { xs: 2, sm: 2.5 },
  height: { md: '100%' },
} as const;
const LIST = {
  position: 'relative',
  m: 0,
  p: 0,
  flex: { md: '1 1 0' },
  minHeight: 0,
  overflowY: { md: 'auto' },
} as const;

const NO_TASKS: readonly [] = [];
const NO_FILTERS = {};

function LoadingRows() {
  return (
    <Box role="status" aria-label="Loading">
      {Array.from({ length: 5 }, (_, index) => (
        <Skeleton key={index} height={58} sx={{ transform: 'none', mb: 0.75 }} />
      ))}
    </Box>
  );
}
