import { Box, Card, LinearProgress } from '@mui/material';
import type { Batch } from '@portal/contracts/dashboard';
import { DateFilter } from '../../ui/date-filter/date-filter';
import { BatchFilter } from './batch-filter';
import { hasDates, narrowsBatches, NO_FILTERS, type ProjectFilters } from './filters';

interface FilterCardProps {
  /** Every batch of the project, regardless of filters; undefined while loading. */
  batches: readonly Batch[] | undefined;
  filters: ProjectFilters;
  /** The current day of the reporting zone. */
  today: string;
  /** The reporting time zone. */
  zone: string;
  /** Whether the numbers for these filters are loading. */
  refetching: boolean;
  onChange: (change: (now: ProjectFilters) => Partial<ProjectFilters>) => void;
}

/** The batch filter and the date filter side by side. */
export function FilterCard(props: FilterCardProps) {
  const { batches, filters, today, zone, refetching, onChange } = props;
  // The page has one marker, at the filter that is active.
  const narrowed = narrowsBatches(filters.batches, batches?.length);
  return (
    <Card
      sx={{
        position: 'relative',
        display: 'grid',
        gridTemplateColumns: { xs: '1fr', md: '3fr 2fr' },
        gap: { xs: 2, md: 4 },
        p: 2.5,
        pt: 1.75,
        mb: 2,
      }}
    >
      <BatchFilter
        batches={batches}
        selection={filters.batches}
        marked={narrowed}
        onSelect={(selection) => onChange(() => ({ batches: selection }))}
        onClearAll={() => onChange(() => NO_FILTERS)}
      />
      <DateFilter
        range={filters}
        today={today}
        zone={zone}
        marked={!narrowed && hasDates(filters)}
        onRange={(range) => onChange(() => range)}
      />
      {refetching && <RefetchLine />}
    </Card>
  );
}

function RefetchLine() {
  return (
    <Box sx={{ position: 'absolute', left: 0, right: 0, bottom: 0 }}>
      <LinearProgress aria-label="Refreshing" sx={{ height: 2, borderRadius: 0 }} />
    </Box>
  );
}
