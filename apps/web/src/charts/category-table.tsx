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
}

/** The numbers of a chart of few series: one row per category, such as a day. */
export default function CategoryTable({ labels, series, heading, ...table }: CategoryTableProps) {
  return (
    <PlainTable
      {...table}
      columns={[
        { head: heading, cell: (name: string) => name },
        ...series.map(({ label, texts }) => ({
          head: label,
          numeric: true,
          cell: (_name: string, index: number) => texts[index],
        })),
      ]}
      rows={labels}
      // Names can repeat: a day of a clock change has an hour twice.
      rowKey={(_name, index) => index}
      sx={{ '& th, & td': { whiteSpace: 'nowrap' } }}
    />
  );
}
