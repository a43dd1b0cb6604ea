import ShowChartIcon from '~icons/ic/baseline-show-chart';
import TableRowsIcon from '~icons/ic/outline-table-rows';
import { Skeleton } from '@mui/material';
import { Suspense } from 'react';
import { ViewToggle } from '../ui/view-toggle';
import type { CategoryTableProps } from './category-table';
import type { ChartView } from './chart-view';
import { lazyPart } from '../ui/lazy-part';

const CategoryTable = lazyPart(() => import('./category-table'));

const VIEWS = [
  { value: 'chart', label: 'Chart', icon: ShowChartIcon },
  { value: 'table', label: 'Table', icon: TableRowsIcon },
] as const;

interface ChartOrTableProps {
  label: string;
  view: ChartView;
  onView: (view: ChartView) => void;
}

/** The buttons to see a chart or the table of its numbers. */
export function ChartOrTable({ label, view, onView }: ChartOrTableProps) {
  return <ViewToggle label={label} value={view} views={VIEWS} onChange={onView} />;
}

/** The table of a chart, which is loaded when it is opened. */
export function TableOfChart(props: CategoryTableProps) {
  return (
    <Suspense fallback={<Skeleton variant="rounded" height={props.maxHeight} />}>
      <CategoryTable {...props} />
    </Suspense>
  );
}
