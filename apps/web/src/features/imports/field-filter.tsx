import Box from '@mui/material/Box';
import Chip from '@mui/material/Chip';
import type { ImportError } from '@portal/contracts/imports';
import { formatCount } from '../../lib/format';

interface FieldFilterProps {
  /** The listed errors and warnings. */
  errors: readonly ImportError[];
  chosen: string | null;
  onChoose: (field: string | null) => void;
}

/** Number of the listed errors and warnings per field, to list those of one field. */
export function FieldFilter({ errors, chosen, onChoose }: FieldFilterProps) {
  const counts = new Map<string, number>();
  for (const { field } of errors) counts.set(field, (counts.get(field) ?? 0) + 1);
  if (counts.size < 2) return null;
  const ordered = [...counts].toSorted(([, one], [, other]) => other - one);
  return (
    <Box
      role="group"
      aria-label="Errors by field"
      sx={{ display: 'flex', flexWrap: 'wrap', gap: 0.75, mb: 1.5 }}
    >
      {ordered.map(([field, count]) => (
        <Chip
          key={field}
          size="small"
          label={`${field} ${formatCount(count)}`}
          variant={field === chosen ? 'filled' : 'outlined'}
          color={field === chosen ? 'primary' : 'default'}
          aria-pressed={field === chosen}
          onClick={() => onChoose(field === chosen ? null : field)}
        />
      ))}
    </Box>
  );
}

/** The errors and warnings of the field; all of them if it has none. */
export function ofField(
  errors: readonly ImportError[],
  chosen: string | null,
): readonly ImportError[] {
  const found = errors.filter(({ field }) => field === chosen);
  return found.length > 0 ? found : errors;
}
