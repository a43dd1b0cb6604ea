import { Alert, Box, Button } from '@mui/material';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { ApiError, messageOf } from '../../../lib/api-error';
import { plural } from '../../../lib/format';
import { undoOptions } from '../../../entities/audit/undo';
import type { useOnboard } from '../api';
import type { PreviewLine } from './plan';

/** Refused people that a message names. */
const MOST = 5;

interface OnboardingStatusProps {
  lines: readonly PreviewLine[];
  /** The lines that onboard somebody, and the invalid ones. */
  people: number;
  invalid: number;
  onboard: ReturnType<typeof useOnboard>;
  /** Given while invalid lines keep the others from starting. */
  onLeaveOut?: () => void;
}

/** One message: what will happen, what is wrong, or what has happened. */
export function OnboardingStatus({
  lines,
  people,
  invalid,
  onboard,
  onLeaveOut,
}: OnboardingStatusProps) {
  if (onboard.isSuccess) return <Done people={people} group={onboard.data.group_id} />;
  if (onboard.error) return <Refused error={onboard.error} />;
  if (onboard.isPending) {
    return (
      <Alert severity="info">
        Onboarding {plural(people, 'person', 'people')}. Nothing is changed until all are.
      </Alert>
    );
  }
  const summary = summaryOf(lines);
  if (invalid === 0 || (!onLeaveOut && people > 0)) {
    const rest =
      invalid > 0
        ? ` The ${plural(invalid, 'invalid line is', 'invalid lines are')} left out.`
        : '';
    return <Alert severity="info">{summary + rest}</Alert>;
  }
  return (
    <Alert severity="error">
      {summary} Nobody is added while a line is invalid. Go back and correct these lines
      {onLeaveOut ? ', or leave them out.' : '.'}
      {onLeaveOut && (
        <Box sx={{ mt: 1 }}>
          <Button color="inherit" variant="outlined" size="small" onClick={onLeaveOut}>
            Leave out the {plural(invalid, 'invalid line', 'invalid lines')}
          </Button>
        </Box>
      )}
    </Alert>
  );
}

function Done({ people, group }: { people: number; group: number | null }) {
  const undo = useMutation(undoOptions(useQueryClient()));
  if (undo.isSuccess) {
    return <Alert severity="info">Undone: nothing of this onboarding is left.</Alert>;
  }
  return (
    <Alert
      severity="success"
      {...(group !== null && {
        action: (
          <Button
            color="inherit"
            size="small"
            loading={undo.isPending}
            onClick={() => undo.mutate(group)}
          >
            Undo
          </Button>
        ),
      })}
    >
      {plural(people, 'person is', 'people are')} onboarded.
      {group === null && ' All of them had everything already.'}
    </Alert>
  );
}

function Refused({ error }: { error: Error }) {
  const refusals = error instanceof ApiError ? error.errors : [];
  return (
    <Alert severity="error" sx={{ overflowWrap: 'anywhere' }}>
      {messageOf(error, 'The people could not be onboarded')}
      {refusals.length > 1 && (
        <Box component="ul" sx={{ listStyle: 'disc', pl: 2.5 }}>
          {refusals.slice(0, MOST).map(({ pointer, item, detail }) => (
            <li key={pointer}>
              {item ?? pointer}: {detail}
            </li>
          ))}
          {refusals.length > MOST && <li>and {refusals.length - MOST} more</li>}
        </Box>
      )}
    </Alert>
  );
}

function summaryOf(lines: readonly PreviewLine[]): string {
  const count = (kind: PreviewLine['kind']) => lines.filter((line) => line.kind === kind).length;
  const parts = [
    `${count('new')} new`,
    `${count('known')} known`,
    ...(count('repeated') > 0 ? [`${count('repeated')} repeated`] : []),
    ...(count('invalid') > 0 ? [`${count('invalid')} invalid`] : []),
  ];
  return `${plural(lines.length, 'line', 'lines')}: ${parts.join(', ')}.`;
}
