import Box from '@mui/material/Box';
import Typography from '@mui/material/Typography';
import { formatCount } from '../../../lib/format';

interface GoalBarProps {
  label: string;
  done: number;
  /** Null without a target. */
  goal: { readonly target: number; readonly expected: number } | null;
}

/** Done of a target as figures and a bar, with a mark at what is expected by today. */
export function GoalBar({ label, done, goal }: GoalBarProps) {
  const share = (value: number) =>
    goal && goal.target > 0 ? Math.min(100, (100 * value) / goal.target) : 0;
  return (
    <Box sx={{ minWidth: 0 }}>
      <Typography variant="subtitle2" component="h3" color="textSecondary">
        {label}
      </Typography>
      <Typography component="p" sx={{ fontSize: '1.625rem', fontWeight: 650, lineHeight: 1.3 }}>
        {formatCount(done)}
        {goal && (
          <Box component="span" sx={{ typography: 'body2', color: 'text.secondary', ml: 1 }}>
            of {formatCount(goal.target)}
          </Box>
        )}
      </Typography>
      {goal && (
        <>
          <Box
            aria-hidden
            sx={(theme) => ({
              position: 'relative',
              height: 8,
              mt: 1,
              borderRadius: 999,
              backgroundColor: theme.vars.palette.line.soft,
            })}
          >
            <Box
              sx={{
                height: '100%',
                borderRadius: 999,
                backgroundColor: 'primary.main',
                transition: 'width 400ms ease',
              }}
              style={{ width: `${share(done)}%` }}
            />
            <Box
              sx={{
                position: 'absolute',
                top: -3,
                bottom: -3,
                width: 2,
                borderRadius: 1,
                backgroundColor: 'text.primary',
              }}
              style={{ left: `calc(${share(goal.expected)}% - 1px)` }}
            />
          </Box>
          <Typography variant="caption" color="textSecondary" component="p" sx={{ mt: 0.75 }}>
            {formatCount(goal.expected)} expected by today
          </Typography>
        </>
      )}
    </Box>
  );
}
