import { Box, Button, Typography } from '@mui/material';
import type { ShownFeedback } from '@portal/contracts/feedback';
import type { OfferedReason } from '@portal/contracts/review-reasons';
import { useState } from 'react';
import { useUnreadWord } from '../../../entities/tasks/last-review';
import { Instant } from '../../../ui/instant';
import { Row } from '../../../ui/layout';
import { PendingButton } from '../../../ui/pending-button';
import { statusColor } from '../../../ui/status-color';
import { TintedChip } from '../../../ui/tinted-chip';
import { useWithdrawFeedback } from './api';
import { AppealForm, EditFeedbackForm } from './feedback-form';
import { Markdown } from './markdown';

interface FeedbackListProps {
  taskId: number;
  feedback: readonly ShownFeedback[];
  /** The user of the task. */
  of: string | null;
  /** The reasons of the project. */
  reasons: readonly OfferedReason[];
}

/** What reviewers wrote in the portal, the newest first. */
export function FeedbackList({ taskId, feedback, of, reasons }: FeedbackListProps) {
  const unread = useUnreadWord(of);
  return (
    <Box component="ul">
      {feedback.map((one) => (
        <Feedback key={one.id} taskId={taskId} feedback={one} unread={unread} offered={reasons} />
      ))}
    </Box>
  );
}

interface FeedbackProps {
  taskId: number;
  feedback: ShownFeedback;
  unread: string;
  offered: readonly OfferedReason[];
}

function Feedback({ taskId, feedback, unread, offered }: FeedbackProps) {
  const [isEditing, setEditing] = useState(false);
  const { author_name: name, author_email: email, edited_at: editedAt, reasons } = feedback;
  return (
    <Box component="li" sx={{ py: 1.5, borderTop: 1, borderColor: 'divider' }}>
      <Row gap={1} wrap sx={{ mb: 0.75 }}>
        {feedback.is_unread && <TintedChip color={statusColor('in_progress')} label={unread} />}
        {feedback.is_rework && <TintedChip color={statusColor('rework')} label="Sent back" />}
        {reasons.map((reason) => (
          <TintedChip key={reason} color={statusColor('rework')} label={reason} />
        ))}
        <Typography variant="body2" color="textSecondary" sx={{ overflowWrap: 'anywhere' }}>
          {name ?? email}
          {' · '}
          <Instant at={feedback.created_at} />
          {editedAt !== null && ' · changed'}
        </Typography>
      </Row>
      {isEditing ? (
        <EditFeedbackForm
          taskId={taskId}
          feedback={feedback}
          offered={offered}
          onClose={() => setEditing(false)}
        />
      ) : (
        <Markdown text={feedback.words} />
      )}
      {feedback.may_change && !isEditing && (
        <Row gap={1} sx={{ mt: 0.5 }}>
          <Button size="small" color="inherit" onClick={() => setEditing(true)}>
            Change
          </Button>
          <Withdrawal taskId={taskId} id={feedback.id} />
        </Row>
      )}
      <Appeal taskId={taskId} feedback={feedback} />
    </Box>
  );
}

/** What the user of the task answered, or where they do. */
function Appeal({ taskId, feedback }: { taskId: number; feedback: ShownFeedback }) {
  const [form, setForm] = useState<'unopened' | 'open' | 'closed'>('unopened');
  if (feedback.appeal !== null) {
    return (
      <Box sx={{ mt: 1, pl: 1.5, borderLeft: '3px solid', borderColor: 'divider' }}>
        <Row gap={1} wrap sx={{ mb: 0.5 }}>
          <TintedChip color={statusColor('ready_for_review')} label="Appeal" />
          {feedback.appealed_at !== null && (
            <Typography variant="body2" color="textSecondary">
              <Instant at={feedback.appealed_at} />
            </Typography>
          )}
        </Row>
        <Markdown text={feedback.appeal} />
      </Box>
    );
  }
  // A form that is open stays, so that the server can say why it is too late.
  if (form === 'open') {
    return <AppealForm taskId={taskId} feedback={feedback} onClose={() => setForm('closed')} />;
  }
  if (!feedback.may_appeal) return null;
  return (
    <Button
      ref={form === 'closed' ? focusAgain : null}
      size="small"
      color="inherit"
      sx={{ mt: 0.5 }}
      onClick={() => setForm('open')}
    >
      Appeal
    </Button>
  );
}

/** The form that had the focus is gone. */
function focusAgain(button: HTMLButtonElement | null): void {
  button?.focus();
}

/** Asks in its own place. */
function Withdrawal({ taskId, id }: { taskId: number; id: number }) {
  const [isAsked, setAsked] = useState(false);
  const withdraw = useWithdrawFeedback(taskId, id);
  if (!isAsked) {
    return (
      <Button size="small" color="inherit" onClick={() => setAsked(true)}>
        Withdraw
      </Button>
    );
  }
  return (
    <>
      <PendingButton
        size="small"
        color="error"
        pending={withdraw.isPending}
        onClick={() => withdraw.mutate()}
      >
        Withdraw it for everybody
      </PendingButton>
      <Button size="small" color="inherit" onClick={() => setAsked(false)}>
        Keep
      </Button>
    </>
  );
}
