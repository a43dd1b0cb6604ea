import { Box } from '@mui/material';
import { z } from 'zod';
import { MAX_FILTER_TEXT } from '@portal/contracts/constants';
import { MAX_REASON } from '@portal/contracts/review-reasons';
import type { NextClaimInput, ReviewChoices } from '@portal/contracts/task-stats';
import { wholeNumberParam } from '@portal/contracts/scalars';
import { formatCount } from '../../../lib/format';
import { urlParam, type UrlStateOf } from '../../../lib/url-state';
import { SearchField } from '../../../ui/inputs/search-field';
import { type Option, SelectField } from '../../../ui/inputs/select-field';

export const FILTER_PARAMS = {
  person: urlParam(z.email(), null),
  batch: urlParam(wholeNumberParam({ minimum: 1 }), null),
  model: urlParam(z.string().min(1).max(200), null),
  days: urlParam(wholeNumberParam({ minimum: 1, maximum: 3650 }), null),
  reason: urlParam(z.string().min(1).max(MAX_REASON), null),
  search: urlParam(z.string().min(1).max(MAX_FILTER_TEXT), null),
};
type Filters = UrlStateOf<typeof FILTER_PARAMS>;

export function filtersOf({
  person,
  batch,
  model,
  days,
  reason,
  search,
}: Filters): Omit<NextClaimInput, 'pod_name'> {
  return {
    ...(person !== null && { user_email: person }),
    ...(batch !== null && { turing_batch_id: batch }),
    ...(model !== null && { target_model: model }),
    ...(days !== null && { waiting_days: days }),
    ...(reason !== null && { reason }),
    ...(search !== null && { search }),
  };
}

interface QueueFiltersProps {
  filters: Filters;
  people: readonly { readonly user_email: string; readonly user_name: string }[];
  /** Undefined until they are loaded. */
  choices: ReviewChoices | undefined;
  onChange: (change: Partial<Filters>) => void;
}

/** Which waiting tasks the queue shows, and 'Next' takes from. */
export function QueueFilters({ filters, people, choices, onChange }: QueueFiltersProps) {
  const { person, batch, model, days, reason, search } = filters;
  return (
    <Box sx={FIELDS}>
      <SearchField
        fullWidth
        label="Search waiting tasks"
        placeholder="Search"
        maxLength={MAX_FILTER_TEXT}
        value={search ?? ''}
        onSearch={(text) => onChange({ search: text === '' ? null : text })}
      />
      <Choice
        label="Person"
        none="All"
        value={person}
        options={people.map(({ user_email: value, user_name: label }) => ({ value, label }))}
        onChange={(value) => onChange({ person: value })}
      />
      <Choice
        label="Batch"
        none="All"
        value={batch}
        options={choices?.batches.map((one) => counted(one.turing_batch_id, one.name, one.tasks))}
        onChange={(value) => onChange({ batch: value === null ? null : Number(value) })}
      />
      <Choice
        label="Model"
        none="All"
        value={model}
        options={choices?.models.map((one) =>
          counted(one.target_model, one.target_model, one.tasks),
        )}
        onChange={(value) => onChange({ model: value })}
      />
      <Choice
        label="Waits for"
        none="Any"
        value={days}
        options={AGES}
        onChange={(value) => onChange({ days: value === null ? null : Number(value) })}
      />
      <Choice
        label="Sent back for"
        none="Any"
        value={reason}
        options={choices?.reasons.map((one) => counted(one.reason, one.reason, one.tasks))}
        onChange={(value) => onChange({ reason: value })}
      />
    </Box>
  );
}

const FIELDS = {
  display: 'grid',
  gridTemplateColumns: {
    xs: 'repeat(2, minmax(0, 1fr))',
    sm: 'repeat(3, minmax(0, 1fr))',
    // The search has an icon beside its word, and the last label is the longest.
    lg: 'minmax(0, 1.35fr) repeat(4, minmax(0, 1fr)) minmax(0, 1.2fr)',
  },
  columnGap: 1,
  // A label stands in the upper line of its field.
  rowGap: 1.5,
  mb: 1.5,
};

const AGES = [
  { value: '1', label: '1 day or more' },
  { value: '3', label: '3 days or more' },
  { value: '7', label: '1 week or more' },
  { value: '14', label: '2 weeks or more' },
];

const counted = (value: number | string, name: string, tasks: number): Option => ({
  value: String(value),
  label: `${name} (${formatCount(tasks)})`,
});

interface ChoiceProps {
  label: string;
  none: string;
  value: string | number | null;
  options: readonly Option[] | undefined;
  onChange: (value: string | null) => void;
}

/** What a link has chosen is an option, also if no task waits with it. */
function Choice({ label, none, value, options = [], onChange }: ChoiceProps) {
  const chosen = value === null ? '' : String(value);
  const isKnown = chosen === '' || options.some((one) => one.value === chosen);
  return (
    <SelectField
      size="small"
      fullWidth
      {...{ label, none }}
      value={chosen}
      options={isKnown ? options : [{ value: chosen, label: chosen }, ...options]}
      onChange={(next) => onChange(next === '' ? null : next)}
    />
  );
}
