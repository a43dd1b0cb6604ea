import { styled } from '@mui/material/styles';
import type { WeeklyProgress } from '@portal/contracts/live';
import { weeklyTarget, type Work } from '@portal/domain/weekly';
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
          <Name>{measure === 'tasks' ? 'Tasks' : 'Turns'}</Name>
          <Figure>
            <strong>{formatCount(done[measure])}</strong>
            {weekly && ` of ${formatCount(weekly[measure])}`}
          </Figure>
          {weekly && expected && (
            <Bar
              done={share(done[measure], weekly[measure])}
              expected={share(expected[measure], weekly[measure])}
              color={color}
            />
          )}
        </Line>
      ))}
    </Lines>
  );
}

/** A share of the weekly target as a bar; only its transform changes. */
function Bar(props: { done: number; expected: number; color: string }) {
  const { done, expected, color } = props;
  return (
    <Track aria-hidden>
      <Fill style={{ transform: `translateX(${done * 100 - 100}%)`, backgroundColor: color }} />
      {expected > 0 && expected < 1 && <Tick style={{ left: `${expected * 100}%` }} />}
    </Track>
  );
}

function share(part: number, whole: number): number {
  return Math.min(1, part / whole);
}

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

const Track = styled('div')(({ theme }) => ({
  position: 'relative',
  height: '0.5rem',
  borderRadius: 999,
  overflow: 'hidden',
  backgroundColor: theme.vars.palette.line.soft,
}));

const Fill = styled('div')({
  position: 'absolute',
  inset: 0,
  borderRadius: 999,
  transition: 'transform 600ms cubic-bezier(0.2, 0.7, 0.2, 1), background-color 600ms',
});

const Tick = styled('div')(({ theme }) => ({
  position: 'absolute',
  top: 0,
  bottom: 0,
  width: 2,
  marginLeft: -1,
  backgroundColor: theme.vars.palette.text.primary,
  outline: `1px solid ${theme.vars.palette.background.paper}`,
}));
