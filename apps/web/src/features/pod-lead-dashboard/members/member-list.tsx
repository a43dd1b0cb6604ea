import ExpandIcon from '~icons/ic/baseline-expand-more';
import GroupIcon from '~icons/ic/outline-group';
import { Box, Button, Card, Typography } from '@mui/material';
import type { MemberProgress } from '@portal/contracts/live';
import { weeklyTarget } from '@portal/domain/weekly';
import { useId, useMemo } from 'react';
import { plural } from '../../../lib/format';
import { MessagePanel } from '../../../ui/message-panel';
import { visuallyHidden } from '../../../ui/visually-hidden';
import { useWallMode } from '../../../ui/wall-mode/use-wall-mode';
import { LEVEL_WORDS } from './crossings';
import { MemberRows, type RowsContext } from './member-rows';
import { byPace } from './order';
import { Row } from '../../../ui/layout';

interface MemberListProps extends RowsContext {
  members: readonly MemberProgress[];
  othersShown: boolean;
  onOthersShown: (shown: boolean) => void;
}

/** The trainers of a pod, furthest behind first; the users with other roles are folded. */
export function MemberList({ members, othersShown, onOthersShown, ...context }: MemberListProps) {
  const othersId = useId();
  const [wall] = useWallMode();
  const { trainers, others } = useMemo(() => byPace(members), [members]);
  const hasTarget = context.progress.target !== null;
  return (
    <Card component="section" aria-label="Progress per person" sx={{ overflow: 'hidden' }}>
      <Row wrap align="baseline" justify="space-between" sx={{ columnGap: 2, px: 2.5, py: 1.75 }}>
        <Typography variant="h3" component="h2">
          {trainers.length > 0 ? plural(trainers.length, 'trainer', 'trainers') : 'Trainers'}
        </Typography>
        {trainers.length > 0 && (
          <Typography variant="caption" color="textSecondary">
            {hasTarget
              ? `Furthest behind the pace first.${isUnderWay(context.progress) ? ' A line in a bar marks the work expected by today.' : ''}`
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

/** Whether less is expected by now than in the whole week. */
function isUnderWay({ target, expected }: RowsContext['progress']): boolean {
  return target !== null && expected !== null && expected.tasks < weeklyTarget(target).tasks;
}
