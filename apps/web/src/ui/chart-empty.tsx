import InsightsIcon from '~icons/ic/outline-insights';
import { Typography } from '@mui/material';
import { Columns } from './layout';

/** Replaces a chart or list without data. */
export function ChartEmpty({ title, detail }: { title: string; detail: string }) {
  return (
    <Columns
      gap={0.5}
      sx={(theme) => ({
        placeContent: 'center',
        justifyItems: 'center',
        flex: 1,
        minHeight: 220,
        p: 3,
        textAlign: 'center',
        borderRadius: 2,
        border: `1px dashed ${theme.vars.palette.line.strong}`,
      })}
    >
      <InsightsIcon sx={{ mb: 1, color: 'text.disabled', fontSize: 32 }} />
      <Typography variant="subtitle1">{title}</Typography>
      <Typography variant="body2" color="textSecondary">
        {detail}
      </Typography>
    </Columns>
  );
}
