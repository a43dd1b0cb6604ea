import { Box, Typography } from '@mui/material';
import { CLAIM_MINUTES, type ReviewClaim } from '@portal/contracts/review-claims';
import { plural } from '../../lib/format';
import { UserPicture } from '../../ui/user-picture';

const MINUTE_MS = 60_000;

/** The claim while its time lasts: nobody is told when it is over. @param now epoch milliseconds of the server */
export function runningClaim(claim: ReviewClaim | null, now: number): ReviewClaim | null {
  return claim !== null && Date.parse(claim.expires_at) > now ? claim : null;
}

export function minutesLeft(claim: ReviewClaim, now: number): number {
  const minutes = Math.ceil((Date.parse(claim.expires_at) - now) / MINUTE_MS);
  // The clock of the server is known to a moment.
  return Math.min(CLAIM_MINUTES, Math.max(0, minutes));
}

interface ClaimNoteProps {
  claim: ReviewClaim;
  now: number;
  /** In a sentence; a row has room for less. */
  whole?: boolean;
}

/** Who reviews a task, and for how long. */
export function ClaimNote({ claim, now, whole = false }: ClaimNoteProps) {
  const { reviewer, is_mine: isMine, asked_by: asking } = claim;
  const minutes = minutesLeft(claim, now);
  const more = plural(minutes, 'more minute', 'more minutes');
  return (
    <Box sx={{ display: 'flex', alignItems: 'center', gap: 0.75, minWidth: 0 }}>
      <UserPicture user={reviewer} size={20} />
      <Typography
        variant="caption"
        color={isMine ? 'primary' : 'textSecondary'}
        title={reviewer.email}
        sx={{ fontWeight: isMine ? 600 : 400 }}
      >
        {whole
          ? `${isMine ? 'You have' : `${reviewer.name} has`} this task for ${more}`
          : `${isMine ? 'Yours' : reviewer.name} for ${minutes} min`}
        {isMine && asking !== null && ` · ${asking} asks for it`}
      </Typography>
    </Box>
  );
}
