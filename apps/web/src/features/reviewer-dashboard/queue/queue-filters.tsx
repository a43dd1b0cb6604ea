import { Chip } from '@mui/material';
import { z } from 'zod';
import type { NextClaimInput } from '@portal/contracts/task-stats';
import { wholeNumberParam } from '@portal/contracts/scalars';
import { urlParam, type UrlStateOf } from '../../../lib/url-state';
import { SelectField } from '../../../ui/inputs/select-field';
import { Row } from '../../../ui/layout';

export const FILTER_PARAMS = {
  person: urlParam(z.email(), null),
  batch: urlParam(wholeNumberParam({ minimum: 1 }), null),
  model: urlParam(z.string().min(1).max(200), null),
  days: urlParam(wholeNumberParam({ minimum: 1, maximum: 3650 }), null),
};
type Filters = UrlStateOf<typeof FILTER_PARAMS>;

export function filtersOf({
  person,
  batch,
  model,
  days,
}: Filters): Omit<NextClaimInput, 'pod_name'> {
  return {
    ...(person !== null && { user_email: person }),
    ...(batch !== null && { turing_batch_id: batch }),
    ...(model !== null && { target_model: model }),
    ...(days !== null && { waiting_days: days }),
  };
}

interface QueueFiltersProps {
  filters: Filters;
  people: readonly { readonly user_email: string; readonly user_name: string }[];
  onChange: (change: Partial<Filters>) => void;
}

/** Which waiting tasks the queue shows, and 'Next' takes from. */
export function QueueFilters({ filters, people, onChange }: QueueFiltersProps) {
  const { person, batch, model, days } = filters;
  return (
    <Row gap={1} wrap sx={{ mb: 1 }}>
      <SelectField
        size="small"
        label="Person"
        none="Everybody"
        value={person ?? ''}
        options={people.map(({ user_email: value, user_name: label }) => ({ value, label }))}
        onChange={(value) => onChange({ person: value === '' ? null : value })}
        sx={{ minWidth: 150 }}
      />
      <SelectField
        size="small"
        label="Waits for"
        none="Any time"
        value={days === null ? '' : String(days)}
        options={AGES}
        onChange={(value) => onChange({ days: value === '' ? null : Number(value) })}
        sx={{ minWidth: 150 }}
      />
      {batch !== null && (
        <Chip label={`Batch ${batch}`} onDelete={() => onChange({ batch: null })} />
      )}
      {model !== null && <Chip label={model} onDelete={() => onChange({ model: null })} />}
    </Row>
  );
}

const AGES = [
  { value: '1', label: '1 day or more' },
  { value: '3', label: '3 days or more' },
  { value: '7', label: '1 week or more' },
];
