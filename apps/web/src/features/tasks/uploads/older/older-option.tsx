import { Box, FormControlLabel, Switch, Typography } from '@mui/material';
import { useId } from 'react';
import { useUploadStore } from '../upload-store';
import type { ImportSummary } from '@portal/contracts/imports';
import { plural } from '../../../../lib/format';

/** What happens to tasks that are newer than their row. */
export function OlderOption() {
  const { onOlder, setOnOlder } = useUploadStore();
  const explanation = useId();
  return (
    <Box>
      <FormControlLabel
        control={
          <Switch
            checked={onOlder === 'skip'}
            slotProps={{ input: { 'aria-describedby': explanation } }}
            onChange={(_event, skip) => setOnOlder(skip ? 'skip' : 'apply')}
          />
        }
        label="Leave tasks that are newer than their row"
        slotProps={{ typography: { variant: 'body2' } }}
      />
      <Typography
        id={explanation}
        variant="caption"
        color="textSecondary"
        component="p"
        sx={{ ml: 6 }}
      >
        On: a task with a later updated_at than its row stays as it is. Off: the row changes it, and
        the import shows a warning.
      </Typography>
    </Box>
  );
}

type Older = Pick<ImportSummary, 'older_count' | 'on_older'>;

/** '3 tasks newer than their rows: not changed'; '' if there are none. */
export function olderText({ older_count: count, on_older: onOlder }: Older): string {
  if (count === 0) return '';
  const tasks = plural(count, 'task newer than its row', 'tasks newer than their rows');
  return `${tasks}: ${onOlder === 'skip' ? 'not changed' : 'changed, with a warning'}`;
}
