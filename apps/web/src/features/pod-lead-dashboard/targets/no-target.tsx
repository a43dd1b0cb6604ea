import { Alert, Button } from '@mui/material';
import { keepFocus, sectionOf } from '../../../ui/keep-focus';
import { PendingButton } from '../../../ui/pending-button';
import { type TargetValues, useCreateTarget, useTargets } from '../api';
import { weeksFrom } from '../week/weeks';
import { targetOf } from './week-options';
import { Row } from '../../../ui/layout';

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

  function copy(button: Element, values: TargetValues): void {
    keepFocus(button, sectionOf(button));
    create.mutate(values);
  }

  return (
    <Alert
      severity="info"
      sx={{ mb: 2, flexWrap: 'wrap', '& .MuiAlert-action': { pt: 0, alignItems: 'center' } }}
      action={
        onSet && (
          <Row align="stretch" gap={1}>
            {before && (
              <PendingButton
                size="small"
                variant="contained"
                pending={create.isPending}
                onClick={({ currentTarget }) =>
                  copy(currentTarget, { ...before, week_start_date: week })
                }
              >
                Copy the week before
              </PendingButton>
            )}
            <Button size="small" variant="outlined" disabled={!targets.data} onClick={onSet}>
              Set target
            </Button>
          </Row>
        )
      }
    >
      No weekly targets set for this period
    </Alert>
  );
}
