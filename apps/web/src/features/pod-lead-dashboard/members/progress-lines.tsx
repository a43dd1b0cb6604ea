import { styled } from '@mui/material';
import type { WeeklyProgress } from '@portal/contracts/live';
import { weeklyTarget, type Work } from '@portal/domain/weekly';
import { GoalBar } from '../../../ui/goal-bar';
import { formatCount } from '../../../lib/format';

interface ProgressLinesProps {
  done: Work;
  target: WeeklyProgress['target'];
  expected: WeeklyProgress['expected'];
  /** CSS colour of the bars. */
  color: string;
}

/** Tasks and turns against the weekly target, with a mark at what is expected to date. */
export function ProgressLines({ done, target, expected, color }: ProgressLinesProps) {
  const weekly = target && weeklyTarget(target);
  return (
    <Lines>
      {(['tasks', 'turns'] as const).map((measure) => (
        <Line key={measure}>
          <Name>{NAMES[measure]}</Name>
          <Figure>
            <strong>{formatCount(done[measure])}</strong>
            {weekly && ` of ${formatCount(weekly[measure])}`}
          </Figure>
          {weekly && expected && (
            <GoalBar
              label={`${NAMES[measure]} of the week`}
              done={done[measure]}
              goal={weekly[measure]}
              expected={expected[measure]}
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
  gridTemplateColumns: '2.5rem 6.75rem minmax(0, 1fr)',
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
