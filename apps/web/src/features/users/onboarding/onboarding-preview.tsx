import { Box, Button, Card, LinearProgress } from '@mui/material';
import { useState } from 'react';
import { plural } from '../../../lib/format';
import { DataTable } from '../../../tables/data-table';
import type { useOnboard } from '../api';
import { LINE_COLUMNS } from './line-columns';
import { OnboardingStatus } from './onboarding-status';
import type { Onboarding } from './use-onboarding';

interface OnboardingPreviewProps {
  onboarding: Onboarding;
  onboard: ReturnType<typeof useOnboard>;
  checking: boolean;
  onRun: () => void;
  /** Looks the list up again. */
  onCheck: () => void;
  /** Goes back to the form. */
  onEdit: () => void;
  /** Goes back to the form with an empty list. */
  onNext: () => void;
}

/** What onboarding does for each line, and then the result. */
export function OnboardingPreview(props: OnboardingPreviewProps) {
  const { onboarding, onboard, checking, onRun, onCheck, onEdit, onNext } = props;
  const { lines } = onboarding;
  const invalid = lines.filter(({ kind }) => kind === 'invalid');
  const people = lines.filter(({ kind }) => kind === 'new' || kind === 'known').length;
  const [leftOut, setLeftOut] = useState<Onboarding>();
  const isBlocked = invalid.length > 0 && leftOut !== onboarding;
  const isDone = onboard.isSuccess;
  // Invalid lines first: there can be one among hundreds.
  const shown = [...invalid, ...lines.filter(({ kind }) => kind !== 'invalid')];
  return (
    <Card sx={{ p: 2.5, minWidth: 0 }}>
      <Box sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: 1.5, mb: 2 }}>
        <Box sx={{ flex: '1 1 320px', minWidth: 0 }} aria-live="polite">
          <OnboardingStatus
            {...{ lines, people, onboard }}
            invalid={invalid.length}
            {...(isBlocked && people > 0 && { onLeaveOut: () => setLeftOut(onboarding) })}
          />
        </Box>
        {!isDone && (
          <Button disabled={onboard.isPending} onClick={onEdit}>
            Back
          </Button>
        )}
        {isDone ? (
          <Button variant="contained" onClick={onNext}>
            Onboard more
          </Button>
        ) : onboard.isError ? (
          <Button variant="contained" loading={checking} onClick={onCheck}>
            Check Again
          </Button>
        ) : (
          <Button
            variant="contained"
            loading={onboard.isPending}
            disabled={isBlocked || people === 0}
            onClick={onRun}
          >
            Onboard {plural(people, 'person', 'people')}
          </Button>
        )}
      </Box>
      {onboard.isPending && <LinearProgress aria-label="Onboarding" sx={{ mb: 2 }} />}
      <DataTable
        name="onboarding"
        label="Lines of the list"
        columns={LINE_COLUMNS}
        rows={shown}
        rowId={({ key }) => String(key)}
        empty={null}
      />
    </Card>
  );
}
