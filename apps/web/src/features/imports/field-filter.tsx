import Box from '@mui/material/Box';
import Chip from '@mui/material/Chip';
import type { IssueField } from '@portal/contracts/imports';
import { formatCount } from '../../lib/format';

interface FieldFilterProps {
  fields: readonly IssueField[];
  chosen: string | null;
  onChoose: (field: string | null) => void;
}

/** Number of errors and warnings of each field, to list those of one field. */
export function FieldFilter({ fields, chosen, onChoose }: FieldFilterProps) {
  if (fields.length < 2) return null;
  return (
    <Box
      role="group"
      aria-label="Errors by field"
      sx={{ display: 'flex', flexWrap: 'wrap', gap: 0.75, mb: 1.5 }}
    >
      {fields.map(({ field, count }) => (
        <Chip
          key={field}
          size="small"
          label={`${field || 'Whole row'} ${formatCount(count)}`}
          variant={field === chosen ? 'filled' : 'outlined'}
          color={field === chosen ? 'primary' : 'default'}
          aria-pressed={field === chosen}
          onClick={() => onChoose(field === chosen ? null : field)}
        />
      ))}
    </Box>
  );
}
