import AddIcon from '~icons/ic/baseline-add';
import { Box, Button, Typography } from '@mui/material';
import { MAX_FILTERS, type ListMeta, type FieldMeta } from '@portal/contracts/lists';
import { useEffect, useRef, useState, type FormEvent } from 'react';
import { Columns, Row } from '../../ui/layout';
import { ConditionRow } from './condition-row';
import type { Condition } from './conditions';
import { arityOf, conditionOf, draftOf, filterableFields, newDraft, type Draft } from './drafts';

interface FilterFormProps {
  meta: ListMeta;
  conditions: readonly Condition[];
  onApply: (conditions: readonly Condition[]) => void;
}

/** Several conditions, all of which an item must match. They apply together. */
export default function FilterForm({ meta, conditions, onApply }: FilterFormProps) {
  const fields = filterableFields(meta.fields);
  const [drafts, setDrafts] = useState(() => firstDrafts(fields, conditions));
  const [isChecked, setChecked] = useState(false);
  // A link may have conditions on fields of a relation, such as the project of a pod. They stay.
  const others = conditions.filter(({ field }) => !fields.some(({ name }) => name === field));
  const problems = problemsOf(fields, drafts);
  const form = useRef<HTMLFormElement>(null);
  useEffect(() => form.current?.querySelector<HTMLElement>('[role=combobox]')?.focus(), []);

  function add(): void {
    const [first] = fields;
    const id = Math.max(0, ...drafts.map((draft) => draft.id)) + 1;
    if (first) setDrafts([...drafts, newDraft(id, first)]);
  }

  function apply(event: FormEvent): void {
    event.preventDefault();
    event.stopPropagation();
    setChecked(true);
    if (problems.size > 0) return;
    const own = drafts.flatMap((draft) => {
      const field = fields.find(({ name }) => name === draft.field);
      const read = field && conditionOf(field, draft);
      return read && 'condition' in read ? [read.condition] : [];
    });
    onApply([...others, ...own]);
  }

  return (
    <Columns component="form" ref={form} noValidate onSubmit={apply} gap={1.5} sx={{ p: 2 }}>
      {drafts.length === 0 && (
        <Typography variant="body2" color="textSecondary">
          No conditions: the list shows all {meta.label_plural.toLowerCase()}.
        </Typography>
      )}
      {drafts.map((draft, index) => (
        <ConditionRow
          key={draft.id}
          number={index + 1}
          fields={fields}
          draft={draft}
          error={isChecked ? problems.get(draft.id) : undefined}
          onChange={(next) => setDrafts(drafts.map((one) => (one.id === next.id ? next : one)))}
          onRemove={() => setDrafts(drafts.filter(({ id }) => id !== draft.id))}
        />
      ))}
      <Row wrap align="stretch" gap={1}>
        <Button
          size="small"
          startIcon={<AddIcon />}
          disabled={drafts.length + others.length >= MAX_FILTERS}
          onClick={add}
        >
          Add condition
        </Button>
        <Box sx={{ flex: 1 }} />
        <Button size="small" disabled={conditions.length === 0} onClick={() => onApply([])}>
          Clear all
        </Button>
        <Button size="small" type="submit" variant="contained">
          Apply
        </Button>
      </Row>
    </Columns>
  );
}

/** The conditions of the list, or a first empty one. */
function firstDrafts(fields: readonly FieldMeta[], conditions: readonly Condition[]): Draft[] {
  const drafts = conditions.flatMap((condition, index) => {
    const field = fields.find(({ name }) => name === condition.field);
    return field?.operators.includes(condition.operator)
      ? [draftOf(index + 1, field, condition)]
      : [];
  });
  const [first] = fields;
  return drafts.length === 0 && first ? [newDraft(1, first)] : drafts;
}

/** What is wrong or missing, by the id of the draft. */
function problemsOf(
  fields: readonly FieldMeta[],
  drafts: readonly Draft[],
): ReadonlyMap<number, string> {
  const problems = new Map<number, string>();
  const pairs = new Set<string>();
  for (const draft of drafts) {
    const field = fields.find(({ name }) => name === draft.field);
    const read = field && conditionOf(field, draft);
    if (!read) {
      problems.set(draft.id, MISSING[arityOf(draft.operator)]);
      continue;
    }
    const pair = `${draft.field} ${draft.operator}`;
    if ('error' in read) problems.set(draft.id, read.error);
    else if (pairs.has(pair)) problems.set(draft.id, 'Repeats a condition above');
    pairs.add(pair);
  }
  return problems;
}

const MISSING = {
  one: 'Enter a value',
  two: 'Enter both values',
  many: 'Enter at least one value',
  'yes-no': 'Choose Yes or No',
} as const;
