import { ToggleButton, ToggleButtonGroup } from '@mui/material';
import type { PARETOS } from '@portal/contracts/rounds';

type By = (typeof PARETOS)[number];

const LABELS: Readonly<Record<By, string>> = {
  reason: 'Reason',
  user: 'Person',
  batch: 'Batch',
  model: 'Model',
};

interface ParetoToggleProps {
  options: readonly By[];
  value: By;
  onChange: (by: By) => void;
}

export function ParetoToggle({ options, value, onChange }: ParetoToggleProps) {
  return (
    <ToggleButtonGroup size="small" exclusive value={value} aria-label="Rework by" sx={{ mb: 1.5 }}>
      {options.map((by) => (
        <ToggleButton key={by} value={by} onClick={() => onChange(by)}>
          {LABELS[by]}
        </ToggleButton>
      ))}
    </ToggleButtonGroup>
  );
}
