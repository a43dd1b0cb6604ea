import type { FieldMeta, FilterOperator } from '@portal/contracts/lists';
import { SelectField } from '../../ui/inputs/select-field';
import { choiceLabel } from '../../forms/inputs/choice-label';
import { isChoice } from '../fields/field-rules';
import { FieldInput } from '../form/field-input';
import { ListInput } from '../../forms/inputs/list-input';
import { ReferenceInput } from '../form/reference-input';
import { listOf, textOf } from '../../forms/inputs/input-props';
import { Columns } from '../../ui/layout';
import { arityOf, operandType } from './drafts';

interface OperandsProps {
  field: FieldMeta;
  operator: FilterOperator;
  operands: readonly string[];
  onChange: (operands: readonly string[]) => void;
}

/** The inputs for the operands of a condition, by the type of its field. */
export function Operands({ field, operator, operands, onChange }: OperandsProps) {
  const [first = '', second = ''] = operands;
  switch (arityOf(operator)) {
    case 'yes-no':
      return <YesNo value={first} onChange={(value) => onChange([value])} />;
    case 'many':
      return <Many {...{ field, operands, onChange }} />;
    case 'two':
      return (
        <Columns columns={2} gap={1}>
          <One
            {...{ field, operator }}
            label="From"
            value={first}
            onChange={(value) => onChange([value, second])}
          />
          <One
            {...{ field, operator }}
            label="To"
            value={second}
            onChange={(value) => onChange([first, value])}
          />
        </Columns>
      );
    case 'one':
      return (
        <One
          {...{ field, operator }}
          label="Value"
          value={first}
          onChange={(value) => onChange([value])}
        />
      );
  }
}

interface OneProps {
  field: FieldMeta;
  operator: FilterOperator;
  label: string;
  value: string;
  onChange: (value: string) => void;
}

function One({ field, operator, label, value, onChange }: OneProps) {
  const type = operandType(field, operator);
  if (type === 'boolean') return <YesNo value={value} onChange={onChange} />;
  // Part of a text is not one of its choices; an element of a list is.
  const isPart = type === 'string' && operator !== 'eq' && operator !== 'ne';
  const isElement = isPart && field.type === 'list';
  const input: FieldMeta = {
    ...field,
    type,
    nullable: false,
    max_length: null,
    ...(isPart && !isElement && { enum: null, foreign_key: null }),
  };
  return (
    <FieldInput
      field={input}
      label={label}
      size="small"
      value={value}
      onChange={(next) => onChange(textOf(next))}
    />
  );
}

function Many({
  field,
  operands,
  onChange,
}: Pick<OperandsProps, 'field' | 'operands' | 'onChange'>) {
  const props = {
    label: 'Values',
    size: 'small' as const,
    value: operands,
    onChange: (next: Parameters<typeof listOf>[0]) => onChange(listOf(next)),
  };
  if (field.foreign_key) return <ReferenceInput {...props} field={field} multiple />;
  const { enum: options, enum_is_open: isOpen } = field;
  if (!isChoice(field)) return <ListInput {...props} options={options} />;
  return <ListInput {...props} options={options} isOpen={isOpen} textFor={choiceLabel} />;
}

function YesNo({ value, onChange }: { value: string; onChange: (value: string) => void }) {
  return (
    <SelectField fullWidth size="small" label="Value" options={YES_NO} {...{ value, onChange }} />
  );
}

const YES_NO = [
  { value: 'true', label: 'Yes' },
  { value: 'false', label: 'No' },
];
