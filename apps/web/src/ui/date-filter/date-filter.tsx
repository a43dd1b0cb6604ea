import { Box, Button, ToggleButton, ToggleButtonGroup, Typography } from '@mui/material';
import { formatZone } from '../../lib/format';
import { Suspense, useId, useRef, useState } from 'react';
import { FilterHeading } from '../filter-heading';
import { activeRange, PRESETS, presetRange, rangeText } from './date-presets';
import { lazyPart } from '../lazy-part';

interface DateRange {
  readonly start: string | null;
  readonly end: string | null;
}

interface DateFilterProps {
  range: DateRange;
  /** Today in the reporting time zone, YYYY-MM-DD. */
  today: string;
  /** The reporting time zone. */
  zone: string;
  /** Whether the filter is marked as active. */
  marked?: boolean;
  onRange: (range: DateRange) => void;
}

const CustomRangePopover = lazyPart(
  async () => (await import('./custom-range-popover')).CustomRangePopover,
);

const ALL_TIME: DateRange = { start: null, end: null };

/** Selects days, by presets or as a custom range. */
export function DateFilter({ range, today, zone, marked = false, onRange }: DateFilterProps) {
  const labelId = useId();
  const customButton = useRef<HTMLButtonElement>(null);
  const [customOpen, setCustomOpen] = useState(false);
  const active = activeRange(range, today);

  return (
    <Box role="group" aria-labelledby={labelId} sx={{ minWidth: 0 }}>
      <FilterHeading id={labelId} label="Date range" marked={marked}>
        <Button size="small" disabled={active === 'all'} onClick={() => onRange(ALL_TIME)}>
          Clear
        </Button>
      </FilterHeading>
      <ToggleButtonGroup
        exclusive
        fullWidth
        size="small"
        value={active}
        aria-label="Date range"
        sx={{ height: 40, '& .MuiToggleButton-root': { whiteSpace: 'nowrap', px: 1 } }}
      >
        <ToggleButton value="all" onClick={() => onRange(ALL_TIME)}>
          All Time
        </ToggleButton>
        {PRESETS.map(({ days, label }) => (
          <ToggleButton key={days} value={days} onClick={() => onRange(presetRange(days, today))}>
            {label}
          </ToggleButton>
        ))}
        <ToggleButton
          ref={customButton}
          value="custom"
          aria-haspopup="dialog"
          aria-expanded={customOpen}
          onClick={() => setCustomOpen(true)}
        >
          Custom
        </ToggleButton>
      </ToggleButtonGroup>
      <Typography
        variant="caption"
        color="textSecondary"
        component="p"
        // A line each: a caption that wraps for some ranges only would move the page.
        sx={{ mt: 0.75, display: 'grid' }}
      >
        <span>{rangeText(range)}</span>
        <span>Days in {formatZone(zone)}</span>
      </Typography>
      <Suspense>
        {customOpen && (
          <CustomRangePopover
            anchor={customButton}
            range={range}
            onApply={(chosen) => {
              setCustomOpen(false);
              onRange(chosen);
            }}
            onClose={() => setCustomOpen(false)}
          />
        )}
      </Suspense>
    </Box>
  );
}
