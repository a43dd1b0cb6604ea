import { Box, Typography, ToggleButton, ToggleButtonGroup } from '@mui/material';
import type { ParetoPart, PARETOS } from '@portal/contracts/rounds';
import { formatCount } from '../../lib/format';
import { RoundCount, type RoundPart } from './round-count';

const LABELS: Readonly<Record<By, string>> = {
  reason: 'Reason',
  user: 'Person',
  batch: 'Batch',
  model: 'Model',
};

interface ParetoProps {
  label: string;
  parts: readonly ParetoPart[];
  /** All rounds that ended with rework. */
  rework: number;
  /** Of what has no name. */
  nameless: string;
  /** The rounds of a part, by its key, empty for what has none. Absent if they do not open. */
  partOf?: (key: string) => RoundPart;
}

/** What sends tasks back, most often first, as bars. */
export function Pareto({ label, parts, rework, nameless, partOf }: ParetoProps) {
  const most = parts[0]?.rework ?? 1;
  return (
    <Box component="ul" aria-label={label}>
      {parts.map(({ key, name, rework: count }) => (
        <Box component="li" key={key ?? ''} sx={{ py: 0.5 }}>
          <Box sx={{ display: 'flex', justifyContent: 'space-between', gap: 2 }}>
            <Typography variant="body2" noWrap title={name ?? key ?? nameless}>
              {name ?? key ?? nameless}
            </Typography>
            <Typography variant="body2" sx={{ whiteSpace: 'nowrap', fontWeight: 600 }}>
              {partOf ? (
                <RoundCount
                  number="rework_rounds"
                  name={`${label}, ${name ?? key ?? nameless}`}
                  part={partOf(key ?? '')}
                  count={count}
                />
              ) : (
                formatCount(count)
              )}
              <Box component="span" sx={{ color: 'text.secondary', fontWeight: 400 }}>
                {' of '}
                {formatCount(rework)}
              </Box>
            </Typography>
          </Box>
          <Box
            aria-hidden
            sx={(theme) => ({
              height: 6,
              borderRadius: 3,
              width: `${(count / most) * 100}%`,
              minWidth: 2,
              backgroundColor: theme.vars.palette.error.main,
            })}
          />
        </Box>
      ))}
    </Box>
  );
}

type By = (typeof PARETOS)[number];

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
