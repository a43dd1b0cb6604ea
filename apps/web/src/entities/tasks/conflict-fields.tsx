import { Box } from '@mui/material';
import type { ImportConflict } from '@portal/contracts/imports';
import { TaskValue, taskFieldLabel } from './task-value';

/** One line for each field about which a file and the portal differ; the value that the task has is bold. */
export function ConflictFields({
  conflict: { fields, is_kept: isKept },
}: {
  conflict: Pick<ImportConflict, 'fields' | 'is_kept'>;
}) {
  const weight = (isTold: boolean) => ({ fontWeight: isTold ? 600 : 400 });
  return (
    <Box component="ul" sx={{ overflowWrap: 'anywhere' }}>
      {fields.map(({ field, portal, file }) => (
        <li key={field}>
          {taskFieldLabel(field)}:{' '}
          <Box component="span" sx={weight(isKept)}>
            <TaskValue field={field} value={portal} /> in the portal
          </Box>
          {', '}
          <Box component="span" sx={weight(!isKept)}>
            <TaskValue field={field} value={file} /> in the file
          </Box>
        </li>
      ))}
    </Box>
  );
}
