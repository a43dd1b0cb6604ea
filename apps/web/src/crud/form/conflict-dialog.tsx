import Alert from '@mui/material/Alert';
import Box from '@mui/material/Box';
import FormControl from '@mui/material/FormControl';
import FormControlLabel from '@mui/material/FormControlLabel';
import FormLabel from '@mui/material/FormLabel';
import Radio from '@mui/material/Radio';
import RadioGroup from '@mui/material/RadioGroup';
import Typography from '@mui/material/Typography';
import type { FieldMeta } from '@portal/contracts/crud';
import { useState } from 'react';
import { FormDialog } from '../../ui/dialogs/form-dialog';
import { FieldValue } from '../list/field-value';
import type { Conflict, Contested, Side } from './conflict';

interface ConflictDialogProps {
  title: string;
  width: 600 | 800;
  conflict: Conflict;
  isSaving: boolean;
  onClose: () => void;
  onResolve: (sides: Readonly<Record<string, Side>>) => void;
}

/** Both values of each field that the user and somebody else changed, to choose one. */
export function ConflictDialog(props: ConflictDialogProps) {
  const { conflict, onResolve } = props;
  const { contested, ownOnly, storedOnly } = conflict;
  const [sides, setSides] = useState<Readonly<Record<string, Side>>>({});
  return (
    <FormDialog
      {...props}
      isDirty
      submitLabel="Save Changes"
      disabled={contested.some(({ field }) => sides[field.name] === undefined)}
      onSubmit={(event) => {
        event.preventDefault();
        onResolve(sides);
      }}
    >
      <Alert severity="warning">
        {contested.length > 0
          ? 'Somebody else changed this item while you edited it. Choose which values to keep.'
          : 'Somebody else changed other fields of this item while you edited it. Your changes can be saved.'}
      </Alert>
      {contested.map((one) => (
        <Choice
          key={one.field.name}
          contested={one}
          side={sides[one.field.name] ?? null}
          onChoose={(side) => setSides({ ...sides, [one.field.name]: side })}
        />
      ))}
      {ownOnly.length > 0 && (
        <Typography variant="body2" color="textSecondary">
          Also saved: {labels(ownOnly.map(({ field }) => field))}
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

interface ChoiceProps {
  contested: Contested;
  side: Side | null;
  onChoose: (side: Side) => void;
}

function Choice({ contested: { field, stored, own }, side, onChoose }: ChoiceProps) {
  return (
    <FormControl component="fieldset">
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
            sx={{ alignItems: 'flex-start' }}
            label={
              <Box sx={{ pt: 0.75, minWidth: 0, overflowWrap: 'anywhere' }}>
                <Typography component="span" variant="body2" color="textSecondary">
                  {one === 'stored' ? 'Stored value: ' : 'Your value: '}
                </Typography>
                <FieldValue field={field} value={one === 'stored' ? stored : own} />
              </Box>
            }
          />
        ))}
      </RadioGroup>
    </FormControl>
  );
}

function labels(fields: readonly FieldMeta[]): string {
  return fields.map(({ label }) => label).join(', ');
}
