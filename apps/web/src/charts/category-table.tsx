import Table from '@mui/material/Table';
import TableBody from '@mui/material/TableBody';
import TableCell from '@mui/material/TableCell';
import TableContainer from '@mui/material/TableContainer';
import TableHead from '@mui/material/TableHead';
import TableRow from '@mui/material/TableRow';
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
export default function CategoryTable(props: CategoryTableProps) {
  const { labels, series, heading, label, maxHeight } = props;
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
            <TableCell>{heading}</TableCell>
            {series.map(({ key, label: name }) => (
              <TableCell key={key} align="right">
                {name}
              </TableCell>
            ))}
          </TableRow>
        </TableHead>
        <TableBody>
          {labels.map((name, index) => (
            // Names can repeat: a day of a clock change has an hour twice.
            <TableRow key={index} hover>
              <TableCell component="th" scope="row">
                {name}
              </TableCell>
              {series.map(({ key, texts }) => (
                <TableCell key={key} align="right">
                  {texts[index]}
                </TableCell>
              ))}
            </TableRow>
          ))}
        </TableBody>
      </Table>
    </TableContainer>
  );
}
