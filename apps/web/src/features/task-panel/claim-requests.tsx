import { useEffect, useState } from 'react';
import { useGiveBack } from '../../entities/claims/api';
import { dropClaim, useHeldClaims } from '../../entities/claims/held-claims';
import { inNoticeBars, NoticeBar } from '../../ui/notice-bar';
import { useTask } from './api';

/** Tells the user on every page who asks for a task that this tab has claimed. */
export function ClaimRequests() {
  const ids = useHeldClaims((state) => state.ids);
  return ids.map((id) => <ClaimRequest key={id} taskId={id} />);
}

function ClaimRequest({ taskId }: { taskId: number }) {
  const { data: task, isFetching } = useTask(taskId, null);
  const giveBack = useGiveBack();
  /** Whose request the user has answered with no. */
  const [refused, setRefused] = useState<string | null>(null);
  const isOver = task !== undefined && !isFetching && task.claim?.is_mine !== true;
  useEffect(() => {
    if (isOver) dropClaim(taskId);
  }, [isOver, taskId]);
  const asking = task?.claim?.is_mine ? task.claim.asked_by : null;
  if (asking === null || asking === refused) return null;
  return inNoticeBars(
    <NoticeBar
      action="Give back"
      onAction={() => giveBack.mutate(taskId)}
      second={{ label: 'Keep it', onAction: () => setRefused(asking) }}
    >
      {asking} asks for task {taskId}, which you review.
    </NoticeBar>,
  );
}
