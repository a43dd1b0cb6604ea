import { Box, Typography } from '@mui/material';
import type { TaskRound } from '@portal/contracts/task-detail';
import { formatExact, plural } from '../../lib/format';
import { Instant } from '../../ui/instant';
import { Row } from '../../ui/layout';
import { statusColor } from '../../ui/status-color';
import { TintedChip } from '../../ui/tinted-chip';
import { RoundWords } from './round-words';

/** How often the work came back and why, the newest round first. Render it if there are any. */
export default function TaskRounds({ rounds }: { rounds: readonly TaskRound[] }) {
  return (
    <section aria-labelledby="task-rounds">
      <Typography id="task-rounds" variant="h3" sx={{ mb: 1 }}>
        {plural(rounds.length, 'round', 'rounds')}
      </Typography>
      <Box component="ol" reversed>
        {rounds.map((round) => (
          <Box component="li" key={round.n} sx={{ py: 1, borderTop: 1, borderColor: 'divider' }}>
            <Row gap={1} wrap>
              <Typography variant="body2" sx={{ fontWeight: 600 }}>
                Round {round.n}
              </Typography>
              <TintedChip
                color={statusColor(round.verdict === 'accepted' ? 'completed' : 'rework')}
                label={round.verdict === 'accepted' ? 'Accepted' : 'Rework'}
              />
              {round.score !== null && (
                <Typography variant="body2" sx={{ fontWeight: 600 }}>
                  Score {formatExact(String(round.score))}
                </Typography>
              )}
              <Typography variant="body2" color="textSecondary">
                {round.reviewer_name ?? round.reviewer_email ?? SOURCES[round.source]}
              </Typography>
            </Row>
            <Typography variant="caption" color="textSecondary" component="p">
              {'Submitted '}
              {round.submitted_at === null ? (
                'at an unknown time'
              ) : (
                <Instant at={round.submitted_at} />
              )}
              {', verdict '}
              {round.ended_at === null ? 'at an unknown time' : <Instant at={round.ended_at} />}
              {round.reasons.length > 0 && ` · ${round.reasons.join(', ')}`}
            </Typography>
            <RoundWords round={round} />
          </Box>
        ))}
      </Box>
    </section>
  );
}

/** Who gave the verdict, where nobody is named. */
const SOURCES = {
  review: 'Unknown reviewer',
  feedback: 'Unknown reviewer',
  status: 'By a change of status',
} as const;
