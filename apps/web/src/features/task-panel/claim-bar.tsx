import { Button, Typography } from '@mui/material';
import { useEffect } from 'react';
import type { TaskDetail } from '@portal/contracts/task-detail';
import { useAskForTask, useClaimTask, useGiveBack } from '../../entities/claims/api';
import { ClaimNote, minutesLeft, runningClaim } from '../../entities/claims/claim-note';
import { serverNow, useServerNow } from '../../lib/server-clock';
import { useSingle } from '../../lib/use-single';
import { Row } from '../../ui/layout';
import { PendingButton } from '../../ui/pending-button';
import { shortcutOf } from '../../lib/keys';

const EACH_MS = 10_000;
/** A claim with less time is extended as the panel is used: not at each key. */
const EXTENDED_BELOW_MINUTES = 25;

/** Who reviews a waiting task: claim it, give it back, or ask for it. */
export default function ClaimBar({ task }: { task: TaskDetail }) {
  const { turing_task_id: id } = task;
  const now = useServerNow(EACH_MS);
  const claim = runningClaim(task.claim, now);
  const take = useClaimTask();
  const giveBack = useGiveBack();
  const ask = useAskForTask();
  const sendTake = useSingle(take);
  const sendGiveBack = useSingle(giveBack);
  const sendAsk = useSingle(ask);
  // The panel may have been closed since.
  const isAsked = ask.isSuccess || claim?.is_asked_by_me === true;
  const isMine = claim?.is_mine === true;
  useUse(isMine ? claim.expires_at : null, () => {
    if (claim && !take.isPending && minutesLeft(claim, serverNow()) < EXTENDED_BELOW_MINUTES) {
      sendTake(id);
    }
  });
  useKey('g', isMine && !giveBack.isPending ? () => sendGiveBack(id) : undefined);
  useKey('c', claim === null && !take.isPending ? () => sendTake(id) : undefined);
  return (
    <Row gap={1.5} wrap role="group" aria-label="Claim">
      {claim && <ClaimNote claim={claim} now={now} whole />}
      {claim && !isMine ? (
        <Button
          size="small"
          variant="outlined"
          disabled={ask.isPending || isAsked}
          onClick={() => sendAsk(id)}
        >
          {isAsked ? 'You asked for this task' : 'Ask for this task'}
        </Button>
      ) : (
        // One button, which keeps the focus as it changes: the next key is for the panel.
        <PendingButton
          size="small"
          variant={isMine ? 'outlined' : 'contained'}
          pending={isMine ? giveBack.isPending : take.isPending}
          onClick={({ detail }) => {
            // The second of two quick clicks was meant for the button before.
            if (detail > 1) return;
            if (isMine) sendGiveBack(id);
            else sendTake(id);
          }}
        >
          {isMine ? 'Give back' : 'Claim'}
        </PendingButton>
      )}
      {claim === null && (
        <Typography variant="caption" color="textSecondary">
          Nobody reviews it. A claim keeps it for you for 30 minutes.
        </Typography>
      )}
    </Row>
  );
}

/** Calls `used` at each key and click while the claim is the user's. */
function useUse(until: string | null, used: () => void): void {
  useEffect(() => {
    if (until === null) return;
    for (const kind of USES) document.addEventListener(kind, used);
    return () => {
      for (const kind of USES) document.removeEventListener(kind, used);
    };
  }, [until, used]);
}
const USES = ['pointerdown', 'keydown'] as const;

function useKey(key: string, press: (() => void) | undefined): void {
  useEffect(() => {
    if (!press) return;
    const onKey = (event: KeyboardEvent): void => {
      if (!event.repeat && shortcutOf(event) === key) press();
    };
    document.addEventListener('keydown', onKey);
    return () => document.removeEventListener('keydown', onKey);
  }, [key, press]);
}
