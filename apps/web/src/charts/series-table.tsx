import { PlainTable, type PlainColumn } from '../tables/plain-table';
import type { TextSeries } from './category-chart';

interface SeriesTableProps {
  labels: readonly string[];
  series: readonly TextSeries[];
  /** Heading of the first column. */
  heading: string;
  /** The last cell of each row, such as a total. */
  total: { readonly heading: string; readonly texts: readonly string[] };
  /** Accessible name of the table. */
  label: string;
  /** Pixels; longer tables scroll. */
  maxHeight: number;
}

/** The numbers of a chart: one row per series, one column per category. */
export function SeriesTable({ labels, series, heading, total, ...table }: SeriesTableProps) {
  const columns: PlainColumn<TextSeries>[] = [
    { head: heading, cell: ({ label }) => label, sx: pinned },
    ...labels.map((head, index) => ({
      head,
      numeric: true,
      cell: ({ texts }: TextSeries) => texts[index],
    })),
    {
      head: total.heading,
      numeric: true,
      cell: (_series, at) => total.texts[at],
      sx: { '&.MuiTableCell-body': { fontWeight: 650 } },
    },
  ];
  return (
    <PlainTable
      {...table}
      columns={columns}
      rows={series}
      rowKey={({ key }) => key}
      sx={{ '& th, & td': { whiteSpace: 'nowrap' } }}
    />
  );
}

/** The first column stays while the others scroll. */
const pinned = {
  position: 'sticky',
  left: 0,
  zIndex: 1,
  maxWidth: 220,
  overflow: 'hidden',
  textOverflow: 'ellipsis',
  backgroundColor: 'background.paper',
  '&.MuiTableCell-head': { zIndex: 3 },
} as const;
