import CloseIcon from '~icons/ic/baseline-close';
import DownIcon from '~icons/ic/baseline-keyboard-arrow-down';
import UpIcon from '~icons/ic/baseline-keyboard-arrow-up';
import TaskIcon from '~icons/ic/outline-task';
import { Box, Drawer, IconButton, Skeleton, Tooltip, Typography } from '@mui/material';
import type { TaskDetail } from '@portal/contracts/task-detail';
import { type KeyboardEvent, Suspense, useEffect, useLayoutEffect, useState } from 'react';
import { leavePanel } from '../../entities/claims/held-claims';
import { TASK_PARAMS } from '../../entities/tasks/open-task';
import { isRefused, messageOf } from '../../lib/api-error';
import { shortcutOf, TASK_PANEL_ID } from '../../lib/keys';
import { useUrlState } from '../../lib/url-state';
import { useMay } from '../../session/permissions';
import { CopyLinkButton } from '../../ui/copy-link-button';
import { FailurePanel } from '../../ui/failure';
import { useFocusAfter } from '../../ui/keep-focus';
import { Row } from '../../ui/layout';
import { QueryView } from '../../ui/query-view';
import { useTask } from './api';
import { ClaimRequests } from './claim-requests';
import { HoldKeys } from './hold-keys';
import { type Steps, useSteps } from './steps';
import { TaskBody } from './task-body';
import type { FeedbackForm } from './task-feedback';

export interface TaskPanelProps {
  taskId: number | null;
  /** Takes the task out of the URL. */
  close: () => void;
  /** If it cannot be shown. */
  onClose: () => void;
}

/** The task of the URL, beside the page; on a phone over it. */
export function TaskPanel({ taskId: id, close: closeTask }: TaskPanelProps) {
  const [, setUrl] = useUrlState(TASK_PARAMS);
  // It shows the last one while it closes.
  const [shown, setShown] = useState(id);
  const [form, setForm] = useState<FeedbackForm>(null);
  if (id !== null && id !== shown) {
    setShown(id);
    setForm(null);
  }
  const isOpen = id !== null;
  useEffect(() => (isOpen ? leavePanel : undefined), [isOpen]);
  // What had the focus may be gone with the form or the task. The next key is for the panel.
  useLayoutEffect(() => {
    if (!isOpen || document.activeElement !== document.body) return;
    document.getElementById(TASK_PANEL_ID)?.focus();
  });
  const steps = useSteps(id, (from) => setUrl(from, { replace: true }));
  const close = (): void => {
    setForm(null);
    closeTask();
  };
  return (
    <>
      <ClaimRequests />
      <Drawer
        anchor="right"
        open={isOpen}
        onClose={(event) => {
          if (!isSecondClick(event)) close();
        }}
        onKeyDown={(event) => followKey(event, steps, setForm)}
        // Above a dialog from whose list it was opened, and below one that is opened later.
        sx={{ zIndex: 'modal' }}
        slotProps={{
          backdrop: { invisible: true },
          paper: {
            id: TASK_PANEL_ID,
            role: 'dialog',
            'aria-modal': true,
            'aria-labelledby': 'task-panel-title',
            sx: { width: { xs: '100%', sm: 520 }, maxWidth: '100%' },
          },
        }}
      >
        {isOpen && <FocusAfter />}
        {shown !== null && (
          <>
            <Row component="header" gap={0.5} sx={{ px: { xs: 2, sm: 3 }, pt: 2, pb: 1 }}>
              <Typography
                id="task-panel-title"
                variant="h2"
                sx={{ flex: 1, minWidth: 0, overflowWrap: 'anywhere' }}
              >
                Task {shown}
              </Typography>
              <Step label="Previous task (k)" icon={UpIcon} by={-1} steps={steps} />
              <Step label="Next task (j)" icon={DownIcon} by={1} steps={steps} />
              <CopyLinkButton link={() => window.location.href} />
              <IconButton aria-label="Close" onClick={close}>
                <CloseIcon fontSize="small" />
              </IconButton>
            </Row>
            <Task key={shown} id={shown} form={form} onForm={setForm} />
          </>
        )}
      </Drawer>
    </>
  );
}

function FocusAfter() {
  useFocusAfter();
  return null;
}

/** Of two clicks the first has opened the panel under the pointer; the second must not close it. */
function isSecondClick(event: object): boolean {
  return 'detail' in event && typeof event.detail === 'number' && event.detail > 1;
}

function followKey(
  event: KeyboardEvent,
  steps: Steps,
  openForm: (form: FeedbackForm) => void,
): void {
  const key = shortcutOf(event);
  if (key === 'k') steps.go(-1);
  if (key === 'j') steps.go(1);
  const form = key === 'f' ? 'feedback' : key === 'r' ? 'rework' : undefined;
  if (form === undefined) return;
  // Not into the form that opens.
  event.preventDefault();
  openForm(form);
}

interface StepProps {
  label: string;
  icon: typeof UpIcon;
  by: 1 | -1;
  steps: Steps;
}

function Step({ label, icon: Icon, by, steps }: StepProps) {
  return (
    <Tooltip title={label}>
      <span>
        <IconButton aria-label={label} disabled={!steps.has(by)} onClick={() => steps.go(by)}>
          <Icon fontSize="small" />
        </IconButton>
      </span>
    </Tooltip>
  );
}

interface TaskProps {
  id: number;
  form: FeedbackForm;
  onForm: (form: FeedbackForm) => void;
}

function Task({ id, form, onForm }: TaskProps) {
  const [projectId, setProjectId] = useState<number | null>(null);
  const query = useTask(id, projectId);
  const { data } = query;
  useReviewersParts();
  if (data && data.project_id !== projectId) setProjectId(data.project_id);
  return (
    <Box sx={{ px: { xs: 2, sm: 3 }, pb: 4 }}>
      <QueryView<TaskDetail>
        query={query}
        pending={
          <>
            <TaskLoading />
            {form !== null && <HoldKeys taskId={id} />}
          </>
        }
        renderFailure={(error, onRetry) =>
          isRefused(error) ? (
            <FailurePanel
              icon={TaskIcon}
              title="No such task"
              detail="It was deleted, or you may not see it."
            />
          ) : (
            <FailurePanel
              title="Failed to load the task"
              detail={messageOf(error, 'Try again later')}
              onRetry={onRetry}
            />
          )
        }
      >
        {(task) => (
          // Without it the whole panel would be gone while a part of it loads.
          <Suspense fallback={<TaskLoading />}>
            <TaskBody task={task} form={form} onForm={onForm} />
          </Suspense>
        )}
      </QueryView>
    </Box>
  );
}

/** What reviewers use is loaded while the task is, not after it. */
function useReviewersParts(): void {
  const reviews = useMay()(['trainer-feedback-add']);
  useEffect(() => {
    if (!reviews) return;
    // A part that fails now is loaded, and its failure shown, when it is needed.
    for (const load of REVIEWERS_PARTS) load().catch(() => undefined);
  }, [reviews]);
}

const REVIEWERS_PARTS = [
  () => import('./claim-bar'),
  () => import('./feedback/feedback-form'),
] as const;

function TaskLoading() {
  return <Skeleton variant="rounded" height={260} aria-label="Loading the task" />;
}
