import { Box, Chip } from '@mui/material';
import type { ListMeta } from '@portal/contracts/lists';
import { plainText } from '../../lib/plain-text';
import { valueText } from '../fields/field-value';
import { useReferenceLabels } from '../references';
import { operatorLabel, type Condition } from './conditions';
import { Row } from '../../ui/layout';

interface FilterChipsProps {
  meta: ListMeta;
  conditions: readonly Condition[];
  onFilter: (conditions: readonly Condition[]) => void;
}

/** The conditions of the list, each of which can be removed. */
export function FilterChips({ meta, conditions, onFilter }: FilterChipsProps) {
  if (conditions.length === 0) return null;
  return (
    <Row
      component="ul"
      aria-label="Active filters"
      wrap
      align="stretch"
      gap={1}
      sx={{ width: '100%' }}
    >
      {conditions.map((condition) => (
        <Box
          component="li"
          key={`${condition.field} ${condition.operator}`}
          sx={{ maxWidth: '100%' }}
        >
          <ConditionChip
            meta={meta}
            condition={condition}
            onRemove={() => onFilter(conditions.filter((one) => one !== condition))}
          />
        </Box>
      ))}
    </Row>
  );
}

interface ConditionChipProps {
  meta: ListMeta;
  condition: Condition;
  onRemove: () => void;
}

function ConditionChip({
  meta,
  condition: { field: name, operator, value },
  onRemove,
}: ConditionChipProps) {
  // A link may name a field of a relation, which the metadata does not have.
  const field = meta.fields.find((one) => one.name === name) ?? { ...UNKNOWN, name, label: name };
  const isNull = operator === 'is_null';
  const values: readonly unknown[] = Array.isArray(value) ? value : [value];
  const labels = useReferenceLabels(field, isNull ? [] : values.map(plainText));
  const type = isNull ? 'boolean' : field.type;
  const text = values
    .map((one) => valueText({ ...field, type }, one, labels))
    .join(operator === 'between' ? ' and ' : ', ');
  const words =
    isNull && typeof value === 'boolean'
      ? `${field.label} is ${value ? '' : 'not '}empty`
      : `${field.label} ${operatorLabel(operator, field.type)} ${text}`;
  return <Chip size="small" label={words} title={words} onDelete={onRemove} />;
}

const UNKNOWN: ListMeta['fields'][number] = {
  name: '',
  label: '',
  type: 'string',
  nullable: true,
  primary_key: false,
  auto_increment: false,
  foreign_key: null,
  enum: null,
  enum_is_open: false,
  default: null,
  required: false,
  read_only: true,
  create_only: false,
  hidden: true,
  searchable: false,
  sortable: false,
  operators: [],
  max_length: null,
  minimum: null,
  maximum: null,
};
