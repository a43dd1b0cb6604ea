import Alert from '@mui/material/Alert';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import { useEffect, useRef } from 'react';
import { keepFocus, sectionOf } from '../../../ui/keep-focus';
import { type TargetValues, useCreateTarget, useTargets } from '../api';
import { weeksFrom } from '../week/weeks';
import { targetOf } from './week-options';

interface NoTargetProps {
  podName: string;
  /** The Monday of the week without a target. */
  week: string;
  /** Undefined on a wall screen, which has no form. */
  onSet: (() => void) | undefined;
}

/** Says that a week has no target, and offers to set one or to copy that of the week before. */
export function NoTarget({ podName, week, onSet }: NoTargetProps) {
  const targets = useTargets(podName);
  const create = useCreateTarget(podName, { failed: 'Error creating item' });
  const before = targetOf(weeksFrom(week, -1), targets.data?.items ?? []);
  const button = useRef<HTMLButtonElement>(null);
  // Browsers take the focus from a button that is disabled while it waits.
  useEffect(() => {
    if (create.isError && document.activeElement === document.body) button.current?.focus();
  }, [create.isError]);

  function copy(values: TargetValues): void {
    if (button.current) keepFocus(button.current, sectionOf(button.current));
    create.mutate(values);
  }

  return (
    <Alert
      severity="info"
      sx={{ mb: 2, flexWrap: 'wrap', '& .MuiAlert-action': { pt: 0, alignItems: 'center' } }}
      action={
        onSet && (
          <Box sx={{ display: 'flex', gap: 1 }}>
            {before && (
              <Button
                ref={button}
                size="small"
                variant="contained"
                loading={create.isPending}
                onClick={() => copy({ ...before, week_start_date: week })}
              >
                Copy the week before
              </Button>
            )}
            <Button size="small" variant="outlined" disabled={!targets.data} onClick={onSet}>
              Set target
            </Button>
          </Box>
        )
      }
    >
      No weekly targets set for this period
    </Alert>
  );
}
