import Table from '@mui/material/Table';
import TableBody from '@mui/material/TableBody';
import TableCell from '@mui/material/TableCell';
import TableContainer from '@mui/material/TableContainer';
import TableHead from '@mui/material/TableHead';
import TableRow from '@mui/material/TableRow';
import type { TextSeries } from './category-chart';

interface SeriesTableProps {
  labels: readonly string[];
  series: readonly TextSeries[];
  /** Heading of the first column. */
  heading: string;
  /** The last cell of each row, such as a total. */
  total?: { readonly heading: string; readonly texts: readonly string[] };
  /** Accessible name of the table. */
  label: string;
  /** Pixels; longer tables scroll. */
  maxHeight: number;
}

/** The numbers of a chart: one row per series, one column per category. */
export function SeriesTable({
  labels,
  series,
  heading,
  total,
  label,
  maxHeight,
}: SeriesTableProps) {
  return (
    <TableContainer
      tabIndex={0}
      role="region"
      aria-label={`${label}, table`}
      sx={{ maxHeight, flex: 1, '& th, & td': { whiteSpace: 'nowrap' } }}
    >
      <Table size="small" stickyHeader aria-label={label}>
        <TableHead>
          <TableRow sx={{ '& .MuiTableCell-root': { backgroundColor: 'background.paper' } }}>
            <TableCell sx={{ ...pinned, zIndex: 3 }}>{heading}</TableCell>
            {labels.map((name, index) => (
              <TableCell key={index} align="right">
                {name}
              </TableCell>
            ))}
            {total && <TableCell align="right">{total.heading}</TableCell>}
          </TableRow>
        </TableHead>
        <TableBody>
          {series.map(({ key, label: name, texts }, at) => (
            <TableRow key={key} hover>
              <TableCell component="th" scope="row" sx={pinned}>
                {name}
              </TableCell>
              {labels.map((_, index) => (
                <TableCell key={index} align="right">
                  {texts[index]}
                </TableCell>
              ))}
              {total && (
                <TableCell align="right" sx={{ fontWeight: 650 }}>
                  {total.texts[at]}
                </TableCell>
              )}
            </TableRow>
          ))}
        </TableBody>
      </Table>
    </TableContainer>
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
} as const;
