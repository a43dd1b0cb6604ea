import { Typography } from '@mui/material';

/** What a row of a task file changes, before it does. Empty cells of CSV have a choice of their own. */
export function RowRule({ isCsv }: { isCsv: boolean }) {
  return (
    <Typography variant="body2" color="textSecondary">
      A row changes only the fields that it names: one that it leaves out keeps its value.{' '}
      {!isCsv && 'A field that is null is emptied.'}
    </Typography>
  );
}
