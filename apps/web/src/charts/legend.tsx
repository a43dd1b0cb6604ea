import { styled } from '@mui/material';
import { StatusDot } from '../ui/status-dot';
import type { CategorySeries } from './use-categories';

/** More series cannot be told apart by colour: their tooltip names the nearest one. */
export const MAX_LEGEND = 10;

/** The series of a chart with their colours; absent for more than ten. */
export function Legend({
  series,
}: {
  series: readonly Pick<CategorySeries, 'key' | 'label' | 'color'>[];
}) {
  if (series.length > MAX_LEGEND) return null;
  return (
    <List aria-label="Legend">
      {series.map(({ key, label, color }) => (
        <li key={key}>
          <StatusDot style={{ background: color }} />
          {label}
        </li>
      ))}
    </List>
  );
}

const List = styled('ul')(({ theme }) => ({
  ...theme.typography.caption,
  display: 'flex',
  flexWrap: 'wrap',
  justifyContent: 'center',
  gap: '4px 24px',
  margin: '8px 0 0',
  color: theme.vars.palette.text.secondary,
  '& li': { display: 'flex', alignItems: 'center', gap: 8, minWidth: 0, overflowWrap: 'anywhere' },
}));
