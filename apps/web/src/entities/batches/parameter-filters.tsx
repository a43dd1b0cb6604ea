import type { StatParameter } from '@portal/contracts/constants';
import type { Batch } from '@portal/contracts/dashboard';
import { DateFilter } from '../../ui/date-filter/date-filter';
import { Columns } from '../../ui/layout';
import { useReportingZone, useToday } from '../portal/use-today';
import { BatchFilter } from './batch-filter';
import { hasDates, narrowsBatches, NO_FILTERS, type ProjectFilters } from './filters';
import { usesBatches, usesDates } from './parameters';

interface ParameterFiltersProps {
  /** Of the statistics that the filters are for. */
  parameters: readonly StatParameter[];
  /** Every batch of the project; undefined while loading. */
  batches: readonly Batch[] | undefined;
  filters: ProjectFilters;
  onChange: (change: Partial<ProjectFilters>) => void;
}

/** The filters of the dashboards, each only if a statistic has a parameter for it. */
export function ParameterFilters(props: ParameterFiltersProps) {
  const { parameters, batches, filters, onChange } = props;
  const today = useToday();
  const zone = useReportingZone();
  const both = usesBatches(parameters) && usesDates(parameters);
  return (
    <Columns columns={{ md: both ? [3, 2] : 1 }} gap={{ xs: 2, md: 4 }}>
      {usesBatches(parameters) && (
        <BatchFilter
          batches={batches}
          selection={filters.batches}
          marked={narrowsBatches(filters.batches, batches?.length)}
          onSelect={(selection) => onChange({ batches: selection })}
          onClearAll={() => onChange(NO_FILTERS)}
        />
      )}
      {usesDates(parameters) && (
        <DateFilter
          range={filters}
          today={today}
          zone={zone}
          marked={hasDates(filters)}
          onRange={onChange}
        />
      )}
    </Columns>
  );
}
