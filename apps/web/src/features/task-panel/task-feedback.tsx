import { Box, Button, Typography } from '@mui/material';
import type { TaskDetail } from '@portal/contracts/task-detail';
import { Suspense, useEffect, useEffectEvent } from 'react';
import { runningClaim } from '../../entities/claims/claim-note';
import { plural } from '../../lib/format';
import { useServerNow } from '../../lib/server-clock';
import { useSessionStore, userOf } from '../../session/session-store';
import { Row } from '../../ui/layout';
import { lazyPart } from '../../ui/lazy-part';
import { useMarkRead } from './feedback/api';
import { HoldKeys } from './hold-keys';

const FeedbackList = lazyPart(async () => (await import('./feedback/feedback-list')).FeedbackList);
const NewFeedbackForm = lazyPart(
  async () => (await import('./feedback/feedback-form')).NewFeedbackForm,
);

/** How often it is looked at whether a claim still holds. */
const LOOK_MS = 10_000;

/** Which form of feedback is open. */
export type FeedbackForm = 'feedback' | 'rework' | null;

interface TaskFeedbackProps {
  task: TaskDetail;
  form: FeedbackForm;
  onForm: (form: FeedbackForm) => void;
}

/** What reviewers wrote about a task, and where they write it. */
export function TaskFeedback({ task, form, onForm }: TaskFeedbackProps) {
  const { turing_task_id: id, feedback, may_give_feedback: mayGive } = task;
  const claim = runningClaim(task.claim, useServerNow(LOOK_MS));
  const reviewer = claim === null || claim.is_mine ? null : claim.reviewer.name;
  const shown = form === 'rework' && reviewer !== null ? null : form;
  useReading(task);
  if (feedback.length === 0 && !mayGive) return null;
  return (
    <section aria-labelledby="task-feedback">
      <Row gap={1} wrap sx={{ mb: 1 }}>
        <Typography id="task-feedback" variant="h3" sx={{ flex: 1 }}>
          {feedback.length === 0 ? 'Feedback' : plural(feedback.length, 'comment', 'comments')}
        </Typography>
        {mayGive && shown === null && (
          <>
            <Button size="small" variant="outlined" onClick={() => onForm('feedback')}>
              Give feedback (F)
            </Button>
            {reviewer === null ? (
              <Button
                size="small"
                variant="outlined"
                color="error"
                onClick={() => onForm('rework')}
              >
                Send back (R)
              </Button>
            ) : (
              <Typography variant="caption" color="textSecondary">
                {reviewer} reviews it, and can send it back.
              </Typography>
            )}
          </>
        )}
      </Row>
      <Suspense
        fallback={
          <Box sx={{ minHeight: 80 }}>{mayGive && shown !== null && <HoldKeys taskId={id} />}</Box>
        }
      >
        {mayGive && shown !== null && (
          <NewFeedbackForm
            key={shown}
            taskId={id}
            reasons={task.review_reasons}
            rework={shown === 'rework'}
            onClose={() => onForm(null)}
          />
        )}
        {feedback.length > 0 && (
          <FeedbackList
            of={task.user_email}
            taskId={id}
            feedback={feedback}
            reasons={task.review_reasons}
          />
        )}
      </Suspense>
    </section>
  );
}

/** A user who opens their own task has read the feedback on it and its reviews. */
function useReading({ turing_task_id: id, user_email: email, ...task }: TaskDetail): void {
  const own = useSessionStore(userOf)?.email;
  const { mutate } = useMarkRead(id);
  const feedback = task.feedback.find(({ is_unread: isUnread }) => isUnread)?.id;
  const review = task.reviews.find(({ is_unread: isUnread }) => isUnread)?.turing_review_id;
  const newest = feedback === undefined && review === undefined ? null : `${feedback} ${review}`;
  const read = useEffectEvent(() => mutate());
  const due = email !== null && email === own ? newest : null;
  useEffect(() => {
    if (due !== null) read();
  }, [due]);
}
