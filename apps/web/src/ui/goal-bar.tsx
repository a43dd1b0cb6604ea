import { styled } from '@mui/material';

interface GoalBarProps {
  /** Read aloud with the share that is done. */
  label: string;
  done: number;
  goal: number;
  /** Marked, if some but not all of the goal is due by now. */
  due?: number;
  /** CSS colour. */
  color?: string;
}

/** A share of a goal as a bar; only its transform changes. */
export function GoalBar({ label, done, goal, due = 0, color }: GoalBarProps) {
  const share = (part: number) => (goal > 0 ? Math.min(100, (100 * part) / goal) : 0);
  const percent = share(done);
  return (
    <Track
      role="progressbar"
      aria-label={label}
      aria-valuemin={0}
      aria-valuemax={100}
      // Cut, so that 100 is read aloud only when the goal is reached.
      aria-valuenow={Math.floor(percent)}
    >
      <Fill style={{ transform: `translateX(${percent - 100}%)`, backgroundColor: color }} />
      {due > 0 && due < goal && <Mark style={{ left: `${share(due)}%` }} />}
    </Track>
  );
}

const Track = styled('div')(({ theme }) => ({
  position: 'relative',
  height: '0.5rem',
  borderRadius: 999,
  overflow: 'hidden',
  backgroundColor: theme.vars.palette.line.soft,
}));

const Fill = styled('span')(({ theme }) => ({
  position: 'absolute',
  inset: 0,
  borderRadius: 999,
  backgroundColor: theme.vars.palette.primary.main,
  transition: 'transform 600ms cubic-bezier(0.2, 0.7, 0.2, 1), background-color 600ms',
}));

const Mark = styled('span')(({ theme }) => ({
  position: 'absolute',
  top: 0,
  bottom: 0,
  width: 2,
  marginLeft: -1,
  backgroundColor: theme.vars.palette.text.primary,
  outline: `1px solid ${theme.vars.palette.background.paper}`,
}));
