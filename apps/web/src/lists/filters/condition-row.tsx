import RemoveIcon from '~icons/ic/baseline-close';
import { Box, FormHelperText, IconButton } from '@mui/material';
import { filterOperatorSchema, type FieldMeta } from '@portal/contracts/lists';
import { SelectField } from '../../ui/inputs/select-field';
import { operatorLabel } from './conditions';
import { newDraft, withOperator, type Draft } from './drafts';
import { Operands } from './operands';

interface ConditionRowProps {
  /** From 1. */
  number: number;
  fields: readonly FieldMeta[];
  draft: Draft;
  error: string | undefined;
  onChange: (draft: Draft) => void;
  onRemove: () => void;
}

/** One condition: field, operator and operands. */
export function ConditionRow({
  number,
  fields,
  draft,
  error,
  onChange,
  onRemove,
}: ConditionRowProps) {
  const field = fields.find(({ name }) => name === draft.field);
  if (!field) return null;
  return (
    <Box role="group" aria-label={`Condition ${number}`} sx={rowSx}>
      <SelectField
        size="small"
        label="Field"
        value={field.name}
        options={fields.map(({ name, label }) => ({ value: name, label }))}
        onChange={(chosen) => {
          const next = fields.find(({ name }) => name === chosen);
          if (next) onChange(newDraft(draft.id, next));
        }}
      />
      <SelectField
        size="small"
        label="Operator"
        value={draft.operator}
        options={field.operators.map((operator) => ({
          value: operator,
          label: operatorLabel(operator, field.type),
        }))}
        onChange={(next) => onChange(withOperator(draft, filterOperatorSchema.parse(next)))}
      />
      <Box sx={{ minWidth: 0, gridColumn: { xs: '1 / 3', sm: 'auto' } }}>
        <Operands
          field={field}
          operator={draft.operator}
          operands={draft.operands}
          onChange={(operands) => onChange({ ...draft, operands })}
        />
        {error !== undefined && (
          <FormHelperText error role="alert">
            {error}
          </FormHelperText>
        )}
      </Box>
      <IconButton
        size="small"
        aria-label={`Remove condition ${number}`}
        onClick={onRemove}
        sx={{ gridRow: { xs: 1, sm: 'auto' }, gridColumn: { xs: 3, sm: 'auto' }, mt: 0.5 }}
      >
        <RemoveIcon fontSize="small" />
      </IconButton>
    </Box>
  );
}

const rowSx = {
  display: 'grid',
  gridTemplateColumns: { xs: '1fr 1fr 34px', sm: '180px 160px minmax(0, 1fr) 34px' },
  gap: 1,
  alignItems: 'start',
} as const;
