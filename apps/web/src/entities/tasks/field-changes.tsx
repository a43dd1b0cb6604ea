import { Box } from '@mui/material';
import type { FieldChange } from '@portal/contracts/task-history';
import { visuallyHidden } from '../../ui/visually-hidden';
import { taskFieldLabel, TaskValue } from './task-value';
import { Columns } from '../../ui/layout';

/** With the names of batches, if the server tells them. */
type NamedChange = FieldChange & {
  readonly before_name?: string | null | undefined;
  readonly after_name?: string | null | undefined;
};

interface FieldChangesProps {
  fields: readonly NamedChange[];
  /** A created task has only new values, a removed one only former ones. */
  change?: 'created' | 'changed' | 'removed';
}

/** One line for each field of a task, before and after; on a phone its name is above its values. */
export function FieldChanges({ fields, change = 'changed' }: FieldChangesProps) {
  return (
    <Columns component="dl" gap={{ xs: 1, sm: 0.5 }}>
      {fields.map(({ field, before, after, before_name: nameBefore, after_name: nameAfter }) => (
        <Columns key={field} columns={{ sm: ['150px', 1] }} gap={{ sm: 1 }}>
          <Box component="dt" sx={{ color: 'text.secondary' }}>
            {taskFieldLabel(field)}
          </Box>
          <Box component="dd" sx={{ overflowWrap: 'anywhere' }}>
            {change !== 'created' && (
              <Box component="del" sx={{ textDecoration: 'none', color: 'text.secondary' }}>
                <TaskValue field={field} value={before} name={nameBefore} />
              </Box>
            )}
            {change === 'changed' && (
              <>
                <span aria-hidden> → </span>
                <span style={visuallyHidden}> becomes </span>
              </>
            )}
            {change !== 'removed' && (
              <Box component="ins" sx={{ textDecoration: 'none', fontWeight: 550 }}>
                {after === undefined ? (
                  <em>not known</em>
                ) : (
                  <TaskValue field={field} value={after} name={nameAfter} />
                )}
              </Box>
            )}
          </Box>
        </Columns>
      ))}
    </Columns>
  );
}
