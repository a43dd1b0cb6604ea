import {
  Alert,
  Box,
  FormControl,
  FormControlLabel,
  FormLabel,
  Radio,
  RadioGroup,
  Typography,
} from '@mui/material';
import { useState } from 'react';
import { plainText } from '../lib/plain-text';
import { FormDialog } from './form-dialog';
import type { Conflict, Contested, Side, Sides } from './conflict';
import type { FormField } from './field';

interface ConflictDialogProps {
  title: string;
  width: 400 | 600 | 800 | 1000;
  fields: readonly FormField[];
  conflict: Conflict<unknown>;
  isSaving: boolean;
  onClose: () => void;
  onChoose: (sides: Sides) => void;
}

/** Both values of each field that the person and somebody else changed, to choose one. */
export function ConflictDialog({ fields, conflict, onChoose, ...dialog }: ConflictDialogProps) {
  const { contested, ownOnly, storedOnly } = conflict;
  const [sides, setSides] = useState<Sides>({});
  const labels = (names: readonly string[]) =>
    names.map((name) => fields.find((field) => field.name === name)?.label ?? name).join(', ');
  return (
    <FormDialog
      {...dialog}
      isDirty
      submitLabel="Save Changes"
      disabled={contested.some(({ name }) => sides[name] === undefined)}
      onSubmit={(event) => {
        event.preventDefault();
        onChoose(sides);
      }}
    >
      <Alert severity="warning">
        {contested.length > 0
          ? 'Somebody else changed this item while you edited it. Choose which values to keep.'
          : 'Somebody else changed other fields of this item while you edited it. Your changes can be saved.'}
      </Alert>
      {fields.map((field) => {
        const both = contested.find(({ name }) => name === field.name);
        return (
          both && (
            <Choice
              key={field.name}
              field={field}
              both={both}
              side={sides[field.name] ?? null}
              onChoose={(side) => setSides({ ...sides, [field.name]: side })}
            />
          )
        );
      })}
      {ownOnly.length > 0 && (
        <Typography variant="body2" color="textSecondary">
          Also saved: {labels(ownOnly)}
        </Typography>
      )}
      {storedOnly.length > 0 && (
        <Typography variant="body2" color="textSecondary">
          Changed by somebody else and kept: {labels(storedOnly)}
        </Typography>
      )}
    </FormDialog>
  );
}

const SIDES = { stored: 'Take theirs: ', own: 'Keep mine: ' } as const;

interface ChoiceProps {
  field: FormField;
  both: Contested;
  side: Side | null;
  onChoose: (side: Side) => void;
}

function Choice({ field, both, side, onChoose }: ChoiceProps) {
  return (
    <FormControl component="fieldset" sx={{ minWidth: 0 }}>
      <FormLabel component="legend">{field.label}</FormLabel>
      <RadioGroup
        value={side ?? ''}
        onChange={(_, value) => onChoose(value === 'own' ? 'own' : 'stored')}
      >
        {(['stored', 'own'] as const).map((one) => (
          <FormControlLabel
            key={one}
            value={one}
            control={<Radio size="small" />}
            sx={{ alignItems: 'flex-start', mr: 0 }}
            slotProps={{ typography: { component: 'div', sx: { minWidth: 0, flex: 1 } } }}
            label={
              <Box sx={{ pt: 0.75, minWidth: 0, overflowWrap: 'anywhere' }}>
                <Typography component="span" variant="body2" color="textSecondary">
                  {SIDES[one]}
                </Typography>
                {(field.show ?? asText)(both[one], both[one === 'own' ? 'stored' : 'own'])}
              </Box>
            }
          />
        ))}
      </RadioGroup>
    </FormControl>
  );
}

function asText(value: unknown): string {
  return value === null || value === '' ? '–' : plainText(value);
}
