import { Box, Chip, Typography } from '@mui/material';
import type { DataColumn } from '../../../tables/columns';
import type { PreviewLine } from './plan';

const KINDS = {
  new: { label: 'New', color: 'info' },
  known: { label: 'Known', color: 'default' },
  invalid: { label: 'Invalid', color: 'error' },
  repeated: { label: 'Repeated', color: 'warning' },
} as const;

/** The columns of the preview. */
export const LINE_COLUMNS: readonly DataColumn<PreviewLine>[] = [
  {
    id: 'line',
    label: 'Line',
    value: ({ line }) => line,
    numeric: true,
    sortable: false,
    fixed: true,
    width: 80,
  },
  {
    id: 'email',
    label: 'Email',
    value: ({ who }) => who,
    cell: ({ who, name }) => (
      <Box sx={{ minWidth: 0, overflowWrap: 'anywhere' }}>
        {who}
        {name !== '' && (
          <Typography variant="caption" component="div" color="textSecondary">
            {name}
          </Typography>
        )}
      </Box>
    ),
    sortable: false,
    fixed: true,
    width: 300,
  },
  {
    id: 'kind',
    label: 'State',
    value: ({ kind }) => KINDS[kind].label,
    cell: ({ kind }) => (
      <Chip size="small" variant="outlined" color={KINDS[kind].color} label={KINDS[kind].label} />
    ),
    sortable: false,
    fixed: true,
    width: 120,
  },
  {
    id: 'what',
    label: 'What happens',
    value: ({ what }) => what,
    cell: ({ kind, what }) => (
      <Typography
        variant="body2"
        sx={{ overflowWrap: 'anywhere' }}
        color={kind === 'invalid' ? 'error' : 'textPrimary'}
      >
        {what}
      </Typography>
    ),
    sortable: false,
    fixed: true,
    width: 460,
  },
];
