import { Box, Button, Chip, TextField } from '@mui/material';
import type { AuditAction } from '@portal/contracts/audit';
import { AUDITED_ENTITIES, entityLabel } from '@portal/contracts/entities';
import { ALL_PROJECTS_ID } from '@portal/contracts/permissions';
import { useState } from 'react';
import { useOwnProjects } from '../../entities/projects/api';
import { userKeys } from '../../entities/users/api';
import { SelectField } from '../../ui/inputs/select-field';
import { DateField } from '../../ui/inputs/date-input';
import { AsyncPicker } from '../../ui/pickers/async-picker';
import type { AuditFilter, AuditState } from './audit-params';
import { searchEmails } from './api';
import { capitalised } from '../../lib/words';
import { ACTIONS } from './change-texts';
import { Columns, Row } from '../../ui/layout';

interface AuditFiltersProps {
  state: AuditState;
  isFiltered: boolean;
  onFilter: (change: Partial<AuditFilter>) => void;
  onClear: () => void;
}

const ACTION_OPTIONS = Object.entries(ACTIONS).map(([value, label]) => ({ value, label }));
const ENTITY_OPTIONS = AUDITED_ENTITIES.map((value) => ({
  value,
  label: capitalised(entityLabel(value)),
}));

/** The filters of the audit, above the list. */
export function AuditFilters({ state, isFiltered, onFilter, onClear }: AuditFiltersProps) {
  const { user, action, project, entity, id, from, to, group } = state;
  const projects = useOwnProjects() ?? [];
  return (
    <Box role="group" aria-label="Filters" sx={{ mb: 2 }}>
      {/* Two columns on a phone; else a whole date fits. */}
      <Columns columns={{ xs: 2, sm: { least: 190 } }} gap={1.5}>
        <AsyncPicker
          label="User"
          searchKey={[...userKeys.searches, 'emails']}
          search={searchEmails}
          keyOf={(email) => email}
          labelOf={(email) => email}
          value={user}
          onChange={(email) => onFilter({ user: email })}
        />
        <Choice
          label="Action"
          value={action}
          options={ACTION_OPTIONS}
          onChange={(next) => onFilter({ action: next === null ? null : actionOf(next) })}
        />
        <Choice
          label="Item type"
          value={entity}
          options={ENTITY_OPTIONS}
          onChange={(next) => onFilter({ entity: next, id: null })}
        />
        <Choice
          label="Project"
          value={project === null ? null : String(project)}
          options={projects
            .filter((one) => one.id !== ALL_PROJECTS_ID)
            .map((one) => ({ value: String(one.id), label: one.name }))}
          onChange={(next) => onFilter({ project: next === null ? null : Number(next) })}
        />
        <ItemField key={id} value={id} onChange={(next) => onFilter({ id: next })} />
        <DateField
          label="From"
          value={from}
          onChange={(day) => isDay(day) && onFilter({ from: day })}
        />
        <DateField label="To" value={to} onChange={(day) => isDay(day) && onFilter({ to: day })} />
      </Columns>
      {isFiltered && (
        <Row wrap gap={1} sx={{ mt: 1.5 }}>
          {group !== null && (
            <Chip
              size="small"
              label={`Changes of group ${group}`}
              onDelete={() => onFilter({ group: null })}
            />
          )}
          <Button size="small" onClick={onClear}>
            Clear All
          </Button>
        </Row>
      )}
    </Box>
  );
}

interface ChoiceProps {
  label: string;
  value: string | null;
  options: readonly { readonly value: string; readonly label: string }[];
  onChange: (value: string | null) => void;
}

function Choice({ label, value, options, onChange }: ChoiceProps) {
  const isListed = value === null || options.some((option) => option.value === value);
  return (
    <SelectField
      fullWidth
      label={label}
      none="All"
      value={value ?? ''}
      options={isListed ? options : [{ value, label: value }, ...options]}
      onChange={(next) => onChange(next === '' ? null : next)}
    />
  );
}

function actionOf(value: string): AuditAction | null {
  return value === 'create' || value === 'update' || value === 'delete' ? value : null;
}

/** A date that is still being typed is not a day. */
function isDay(text: string | null): boolean {
  return text === null || /^\d{4}-\d{2}-\d{2}$/.test(text);
}

interface ItemFieldProps {
  value: string | null;
  onChange: (value: string | null) => void;
}

/** The id of an item; Enter or leaving the field applies it. */
function ItemField({ value, onChange }: ItemFieldProps) {
  const [text, setText] = useState(value ?? '');
  function apply(): void {
    const next = text.trim() === '' ? null : text.trim();
    if (next !== value) onChange(next);
  }
  return (
    <TextField
      fullWidth
      label="Item ID"
      value={text}
      onChange={({ target }) => setText(target.value)}
      onBlur={apply}
      onKeyDown={({ key }) => {
        if (key === 'Enter') apply();
      }}
      slotProps={{ htmlInput: { maxLength: 200 } }}
    />
  );
}
