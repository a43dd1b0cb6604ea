import Box from '@mui/material/Box';
import Chip from '@mui/material/Chip';
import Typography from '@mui/material/Typography';
import type { DataColumn } from '../../../ui/table/columns';
import { type Choice, type Line, stepText } from './plan';
import type { Result } from './run-plan';
import type { Onboarding } from './use-onboarding';

const KINDS = {
  new: { label: 'New', color: 'info' },
  known: { label: 'Known', color: 'default' },
  invalid: { label: 'Invalid email', color: 'error' },
  repeated: { label: 'Repeated', color: 'warning' },
} as const;

/** The columns of the preview; with results the last one says what became of a line. */
export function lineColumns(choice: Choice, results: Onboarding['results']): DataColumn<Line>[] {
  return [
    {
      id: 'email',
      label: 'Email',
      value: ({ email, text }) => email ?? text,
      cell: ({ email, text, name }) => (
        <Box sx={{ minWidth: 0, overflowWrap: 'anywhere' }}>
          {email ?? text}
          {email !== null && name !== '' && (
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
      width: 140,
    },
    {
      id: 'plan',
      label: 'What happens',
      value: (line) => planText(line, choice),
      sortable: false,
      fixed: true,
      width: 360,
    },
    {
      id: 'result',
      label: 'Result',
      value: ({ number }) => results[number]?.kind ?? '',
      cell: (line) => <ResultCell line={line} result={results[line.number]} />,
      sortable: false,
      fixed: true,
      width: 280,
    },
  ];
}

function planText({ kind, steps, kept }: Line, choice: Choice): string {
  if (kind === 'invalid' || kind === 'repeated') return 'Skipped';
  const parts = [...steps.map((step) => stepText(step, choice)), ...kept];
  const text = parts.length === 0 ? 'nothing to do' : parts.join(', ');
  return text.charAt(0).toUpperCase() + text.slice(1);
}

function ResultCell({ line, result }: { line: Line; result: Result | undefined }) {
  switch (result?.kind) {
    case undefined:
      return line.steps.length === 0 ? '–' : 'Waiting';
    case 'running':
      return 'Working…';
    case 'done':
      return <Chip size="small" variant="outlined" color="success" label="Done" />;
    case 'failed':
      return (
        <Typography variant="body2" color="error">
          Failed: {result.reason}
        </Typography>
      );
  }
}
