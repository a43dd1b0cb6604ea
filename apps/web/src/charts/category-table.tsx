import type { ReactNode } from 'react';
import { PlainTable } from '../tables/plain-table';
import type { TextSeries } from './category-chart';

export interface CategoryTableProps {
  labels: readonly string[];
  series: readonly Pick<TextSeries, 'key' | 'label' | 'texts'>[];
  /** Heading of the first column. */
  heading: string;
  /** Accessible name of the table. */
  label: string;
  /** Pixels; longer tables scroll. */
  maxHeight: number;
  /** Draws a number of the first series, such as a button. */
  renderCell?: (text: string, index: number) => ReactNode;
}

/** The numbers of a chart of few series: one row per category, such as a day. */
export default function CategoryTable(props: CategoryTableProps) {
  const { labels, series, heading, renderCell, ...table } = props;
  return (
    <PlainTable
      {...table}
      columns={[
        { head: heading, cell: (name: string) => name },
        ...series.map(({ label, texts }, at) => ({
          head: label,
          numeric: true,
          cell: (_name: string, index: number) =>
            at === 0 && renderCell ? renderCell(texts[index] ?? '', index) : texts[index],
        })),
      ]}
      rows={labels}
      // Names can repeat: a day of a clock change has an hour twice.
      rowKey={(_name, index) => index}
      sx={{ '& th, & td': { whiteSpace: 'nowrap' } }}
    />
  );
}
