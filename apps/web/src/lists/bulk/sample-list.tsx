import { Box, Typography } from '@mui/material';
import type { ListedItem, ListMeta, FieldMeta } from '@portal/contracts/lists';
import type { ListBulkResult } from '@portal/contracts/list-bulk';
import { itemName, keyOf } from '../fields/field-rules';
import { plainText } from '../../lib/plain-text';
import { FieldValue } from '../fields/field-value';
import { useReferenceLabels } from '../references';
import { visuallyHidden } from '../../ui/visually-hidden';

interface SampleListProps {
  meta: ListMeta;
  /** The fields that change. */
  fields: readonly FieldMeta[];
  sample: ListBulkResult['sample'];
}

/** The first items by name, with the values before and after a change. */
export function SampleList({ meta, fields, sample }: SampleListProps) {
  return (
    <Box component="ul" aria-label="Preview">
      {sample.map(({ before, after }) => (
        <Box component="li" key={keyOf(meta, before)} sx={itemSx}>
          <Typography variant="subtitle2" sx={{ overflowWrap: 'anywhere' }}>
            {itemName(meta, before)}
          </Typography>
          {after &&
            fields.map((field) => (
              <Difference key={field.name} {...{ field, before, after, sample }} />
            ))}
        </Box>
      ))}
    </Box>
  );
}

interface DifferenceProps {
  field: FieldMeta;
  before: ListedItem;
  after: ListedItem;
  /** The values of all items share the request for the texts of references. */
  sample: ListBulkResult['sample'];
}

function Difference({ field, before, after, sample }: DifferenceProps) {
  const { name, label } = field;
  const values = field.foreign_key
    ? sample.flatMap((one) => [one.before[name], one.after?.[name]])
    : [];
  const labels = useReferenceLabels(field, values.map(plainText).filter(isValue));
  return (
    <Typography variant="body2" color="textSecondary" sx={{ overflowWrap: 'anywhere' }}>
      {label}: <FieldValue field={field} value={before[name]} labels={labels} />
      <span aria-hidden> → </span>
      <span style={visuallyHidden}> becomes </span>
      <Box component="span" sx={{ color: 'text.primary', fontWeight: 550 }}>
        <FieldValue field={field} value={after[name]} labels={labels} />
      </Box>
    </Typography>
  );
}

/** A reference that is not set has no text. */
function isValue(text: string): boolean {
  return text !== '' && text !== 'null';
}

const itemSx = {
  py: 1,
  '&:not(:last-child)': { borderBottom: 1, borderColor: 'divider' },
} as const;
