import { Box, Card } from '@mui/material';
import type { Batch } from '@portal/contracts/dashboard';
import { useId, useMemo } from 'react';
import { formatCount } from '../../../lib/format';
import { arrangeBatches } from '../../../entities/batches/batch-order';
import { BatchRows } from './batch-rows';
import { CardHeader } from '../../../ui/card-header';
import { ChartEmpty } from '../../../ui/chart-empty';
import { BATCH_SORTS, type BatchSort } from '../../../entities/batches/batch-order';
import { SearchField } from '../../../ui/inputs/search-field';
import { MAX_BATCH_SEARCH, type DashboardView } from '../view';
import { Row } from '../../../ui/layout';
import { SelectField } from '../../../ui/inputs/select-field';

interface BatchListProps {
  batches: readonly Batch[];
  /** Number of batches that the filters select. */
  selected: number;
  total: number;
  filtersActive: boolean;
  /** Ids of the selected batches; null without a batch filter. */
  picked: ReadonlySet<number> | null;
  sort: BatchSort;
  search: string;
  onView: (change: Partial<DashboardView>) => void;
  onToggle: (id: number) => void;
}

const SORT_LABELS: Record<BatchSort, string> = {
  newest: 'Newest',
  name: 'Name',
  progress: 'Progress',
  updated: 'Last updated',
};

/** The selected batches, with a search box and a sort order. */
export function BatchList({
  batches,
  selected,
  total,
  filtersActive,
  picked,
  sort,
  search,
  onView,
  onToggle,
}: BatchListProps) {
  const titleId = useId();
  const shown = useMemo(() => arrangeBatches(batches, sort, search), [batches, sort, search]);
  return (
    <Card component="section" aria-labelledby={titleId} sx={{ minWidth: 0 }}>
      <Box sx={{ px: 2.5, pt: 2.5 }}>
        <CardHeader
          title="Project Batches"
          titleId={titleId}
          {...(filtersActive && {
            detail: `${formatCount(selected)} of ${formatCount(total)} selected`,
          })}
          actions={
            batches.length > 1 && (
              <Row align="stretch" gap={1.5} sx={{ flex: '0 1 440px', minWidth: 0 }}>
                <SearchField
                  label="Find a batch"
                  placeholder="Find a batch"
                  maxLength={MAX_BATCH_SEARCH}
                  value={search}
                  onSearch={(text) => onView({ batch_search: text })}
                />
                <SelectField
                  size="small"
                  label="Sort by"
                  value={sort}
                  options={BATCH_SORTS.map((one) => ({ value: one, label: SORT_LABELS[one] }))}
                  onChange={(value) => {
                    const chosen = BATCH_SORTS.find((one) => one === value);
                    if (chosen) onView({ batch_sort: chosen });
                  }}
                  sx={{ minWidth: 140 }}
                />
              </Row>
            )
          }
        />
      </Box>
      {shown.length > 0 ? (
        <BatchRows batches={shown} picked={picked} onToggle={onToggle} labelledBy={titleId} />
      ) : (
        <Box sx={{ px: 2.5, pb: 2.5 }}>
          <ChartEmpty
            title="No batches available"
            detail={
              filtersActive || batches.length > 0
                ? 'No batches match the current filters'
                : 'No batches found for this project'
            }
          />
        </Box>
      )}
    </Card>
  );
}
