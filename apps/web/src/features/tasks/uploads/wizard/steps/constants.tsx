import { Box, TextField, Typography } from '@mui/material';
import { TASK_STATUSES } from '@portal/contracts/constants';
import type { FormatSettings } from '@portal/contracts/file-formats';
import { statusTitle } from '@portal/domain/statuses';
import { SelectField } from '../../../../../ui/inputs/select-field';
import { Row } from '../../../../../ui/layout';
import { columnsOf, hasReview, sourceOf, withConstant } from '../draft';
import { labelOf } from '../field-words';
import type { FieldKey } from '../names';
import type { Plan } from '../plan';

interface ConstantsProps {
  plan: Plan;
  settings: FormatSettings;
  onChange: (settings: FormatSettings) => void;
}

/** What a review without a result of its own says. */
const VERDICTS = ['reviewed', 'approved', 'rework'] as const;

/** One value for all rows, of what the file does not have; nothing if it has all of it. */
export function Constants({ plan, settings, onChange }: ConstantsProps) {
  const has = (...keys: FieldKey[]) => keys.some((key) => columnsOf(settings, key) !== undefined);
  const ofTasks = settings.rows === 'tasks';
  const asks = {
    project: ofTasks && !has('turing_project_id', 'project_id'),
    batch: ofTasks && !has('turing_batch_id', 'batch_name'),
    status: ofTasks && !has('status'),
    verdict: hasReview(settings) && !has('review.status'),
  };
  if (!Object.values(asks).includes(true)) return null;
  const valueOf = (key: FieldKey) => {
    const source = sourceOf(settings, key);
    return source && 'constant' in source ? String(source.constant ?? '') : '';
  };
  return (
    <Box component="section" aria-labelledby="constants">
      <Typography id="constants" variant="subtitle1" component="h3">
        The same for all rows
      </Typography>
      <Typography variant="body2" color="textSecondary" sx={{ mb: 1.5 }}>
        The file has no column for it.
      </Typography>
      <Row wrap gap={1.5}>
        {asks.project && (
          <SelectField
            size="small"
            label={labelOf('project_id')}
            value={valueOf('project_id')}
            options={plan.around.projects.map(({ id, name }) => ({
              value: String(id),
              label: name,
            }))}
            onChange={(id) => onChange(withConstant(settings, 'project_id', Number(id)))}
            sx={{ minWidth: 220 }}
          />
        )}
        {asks.batch && (
          <TextField
            size="small"
            label={labelOf('batch_name')}
            value={valueOf('batch_name')}
            onChange={({ target }) =>
              onChange(withConstant(settings, 'batch_name', target.value || undefined))
            }
            sx={{ minWidth: 220 }}
          />
        )}
        {asks.status && (
          <SelectField
            size="small"
            label={labelOf('status')}
            none="As it is stored; new tasks are refused"
            value={valueOf('status')}
            options={TASK_STATUSES.map((value) => ({ value, label: statusTitle(value) }))}
            onChange={(value) => onChange(withConstant(settings, 'status', value || undefined))}
            sx={{ minWidth: 220 }}
          />
        )}
        {asks.verdict && (
          <SelectField
            size="small"
            label={labelOf('review.status')}
            value={valueOf('review.status')}
            options={VERDICTS.map((value) => ({ value, label: statusTitle(value) }))}
            onChange={(value) => onChange(withConstant(settings, 'review.status', value))}
            sx={{ minWidth: 220 }}
          />
        )}
      </Row>
    </Box>
  );
}
