import ExpandIcon from '~icons/ic/baseline-expand-more';
import GroupIcon from '~icons/ic/outline-group';
import { Box, Button, Card, Typography } from '@mui/material';
import type { MemberProgress } from '@portal/contracts/live';
import type { Goal } from '@portal/domain/weekly';
import { useId, useMemo } from 'react';
import { plural } from '../../../lib/format';
import { MessagePanel } from '../../../ui/message-panel';
import { visuallyHidden } from '../../../ui/visually-hidden';
import { useWallMode } from '../../../ui/wall-mode/use-wall-mode';
import { LEVEL_WORDS } from '../../../entities/pods/level';
import { MemberRows, type RowsContext } from './member-rows';
import { byShare } from './order';
import { Row } from '../../../ui/layout';

interface MemberListProps extends RowsContext {
  members: readonly MemberProgress[];
  othersShown: boolean;
  onOthersShown: (shown: boolean) => void;
}

/** The trainers of a pod, the smallest share of the week first; the users with other roles are folded. */
export function MemberList({ members, othersShown, onOthersShown, ...context }: MemberListProps) {
  const othersId = useId();
  const [wall] = useWallMode();
  const { trainers, others } = useMemo(() => byShare(members), [members]);
  const goals = trainers.flatMap(({ goal }) => goal ?? []);
  return (
    <Card component="section" aria-label="Progress per person" sx={{ overflow: 'hidden' }}>
      <Row wrap align="baseline" justify="space-between" sx={{ columnGap: 2, px: 2.5, py: 1.75 }}>
        <Typography variant="h3" component="h2">
          {trainers.length > 0 ? plural(trainers.length, 'trainer', 'trainers') : 'Trainers'}
        </Typography>
        {trainers.length > 0 && (
          <Typography variant="caption" color="textSecondary">
            {goals.length > 0
              ? `The smallest share of the week first.${goals.some(isUnderWay) ? ' A line in a bar marks what is due by now.' : ''}`
              : 'By name'}
          </Typography>
        )}
      </Row>
      {trainers.length > 0 ? (
        <MemberRows label="Trainers" members={trainers} {...context} />
      ) : (
        <MessagePanel
          icon={GroupIcon}
          title={members.length === 0 ? 'No members yet' : 'No trainers yet'}
          detail="The progress of the pod's trainers appears here."
        />
      )}
      {others.length > 0 && (othersShown || !wall) && (
        <Box sx={(theme) => ({ borderTop: `1px solid ${theme.vars.palette.line.soft}` })}>
          <Button
            fullWidth
            color="inherit"
            aria-expanded={othersShown}
            aria-controls={othersId}
            onClick={() => onOthersShown(!othersShown)}
            startIcon={
              <ExpandIcon
                sx={{
                  transform: othersShown ? 'none' : 'rotate(-90deg)',
                  transition: 'transform 150ms',
                }}
              />
            }
            sx={{ justifyContent: 'flex-start', px: 2.5, py: 1.25, borderRadius: 0 }}
          >
            {plural(others.length, 'lead or reviewer', 'leads and reviewers')}
          </Button>
          <Box id={othersId}>
            {othersShown && (
              <MemberRows label="Leads and reviewers" members={others} {...context} />
            )}
          </Box>
        </Box>
      )}
      <div role="status" style={visuallyHidden}>
        {Object.values(context.marks)
          .map(({ name, level }) => `${name}: ${LEVEL_WORDS[level]}`)
          .join('. ')}
      </div>
    </Card>
  );
}

/** Whether some but not all of the week is due by now. */
function isUnderWay({ weekly, due }: Goal): boolean {
  return due.tasks > 0 && due.tasks < weekly.tasks;
}
