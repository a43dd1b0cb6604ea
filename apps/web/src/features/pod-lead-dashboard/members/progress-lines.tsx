import { styled } from '@mui/material';
import type { MemberProgress } from '@portal/contracts/live';
import { MemberCount } from './member-count';
import { GoalBar } from '../../../ui/goal-bar';
import { formatCount } from '../../../lib/format';

interface ProgressLinesProps {
  member: Pick<MemberProgress, 'email' | 'name' | 'role' | 'tasks' | 'turns' | 'reviews' | 'goal'>;
  /** CSS colour of the bars. */
  color: string;
}

/**
 * Tasks and turns against the weekly target, with a mark at what is due by now. Leads and reviewers
 * have no target, but reviews.
 */
export function ProgressLines({ member, color }: ProgressLinesProps) {
  const { role, goal } = member;
  return (
    <Lines>
      {role !== 'trainer' && (
        <Line>
          <Name>Reviews</Name>
          <Figure>
            <strong>
              <MemberCount member={member} of="reviews" />
            </strong>
          </Figure>
        </Line>
      )}
      {(['tasks', 'turns'] as const).map((measure) => (
        <Line key={measure}>
          <Name>{NAMES[measure]}</Name>
          <Figure>
            <strong>
              {measure === 'tasks' ? (
                <MemberCount member={member} of="tasks" />
              ) : (
                formatCount(member.turns)
              )}
            </strong>
            {goal && ` of ${formatCount(goal.weekly[measure])}`}
          </Figure>
          {goal && (
            <GoalBar
              label={`${NAMES[measure]} of the week`}
              done={member[measure]}
              goal={goal.weekly[measure]}
              due={goal.due[measure]}
              color={color}
            />
          )}
        </Line>
      ))}
    </Lines>
  );
}

const NAMES = { tasks: 'Tasks', turns: 'Turns' } as const;

const Lines = styled('div')({ display: 'grid', gap: '0.375rem', minWidth: 0 });

const Line = styled('div')({
  display: 'grid',
  gridTemplateColumns: '3rem 6.75rem minmax(0, 1fr)',
  alignItems: 'center',
  columnGap: '0.5rem',
});

const Name = styled('span')(({ theme }) => ({
  ...theme.typography.caption,
  color: theme.vars.palette.text.secondary,
}));

const Figure = styled('span')(({ theme }) => ({
  ...theme.typography.caption,
  color: theme.vars.palette.text.secondary,
  whiteSpace: 'nowrap',
  '& strong': {
    color: theme.vars.palette.text.primary,
    fontSize: '0.875rem',
    fontWeight: 650,
  },
}));
