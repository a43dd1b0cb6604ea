import {
  Alert,
  Box,
  FormControlLabel,
  MenuItem,
  Switch,
  TextField,
  Typography,
} from '@mui/material';
import type { CsvField } from '@portal/contracts/task-csv';
import { CSV_FIELDS } from '@portal/domain/csv-tasks';
import { type PlainColumn, PlainTable } from '../../../../tables/plain-table';
import { useUploadStore } from '../upload-store';
import { type CsvFile, type ReadCell, readRows, withField } from './csv-file';
import { Columns } from '../../../../ui/layout';

/** How a chosen CSV file is read: the field of each column, empty cells, and its first rows. */
export function CsvOptions({ csv }: { csv: CsvFile }) {
  const setCsv = useUploadStore((state) => state.setCsv);
  const { problems } = csv;
  return (
    <Columns gap={2.5}>
      <section aria-labelledby="csv-columns">
        <Heading id="csv-columns" title="Columns">
          {columnsText(csv)}
        </Heading>
        <PlainTable
          label="Columns of the file"
          columns={columnsOf(csv, (at, field) => setCsv(withField(csv, at, field)))}
          rows={csv.headers}
          rowKey={(_header, at) => at}
          {...(csv.headers.length > LONG && { maxHeight: 620 })}
        />
      </section>
      {problems.length > 0 && (
        <Alert severity="warning" role="status">
          {problems.map((problem) => (
            <div key={problem}>{problem}</div>
          ))}
        </Alert>
      )}
      <FormControlLabel
        control={
          <Switch
            checked={csv.empty === 'clear'}
            onChange={(_event, clears) => setCsv({ ...csv, empty: clears ? 'clear' : 'keep' })}
          />
        }
        label={
          <>
            Empty cells clear stored values
            <Typography variant="caption" color="textSecondary" component="div">
              Otherwise a stored task keeps the value of a field whose cell is empty.
            </Typography>
          </>
        }
        slotProps={{ typography: { variant: 'body2' } }}
      />
      {csv.rows.length > 0 && <FirstRows csv={csv} />}
    </Columns>
  );
}

/** A longer list of columns scrolls. */
const LONG = 12;
const IGNORED = '';
const IGNORED_LOOK = { color: 'text.secondary', fontWeight: 400 };
const READ_LOOK = { color: 'text.primary', fontWeight: 600 };

function columnsText({ headers, fields }: CsvFile): string {
  const ignored = fields.filter((field) => field === null).length;
  const read = `${headers.length - ignored} of ${headers.length} columns are read`;
  return ignored === 0 ? `${read}.` : `${read}; the others are ignored.`;
}

function columnsOf(
  { fields, rows }: CsvFile,
  onChoose: (at: number, field: CsvField | null) => void,
): readonly PlainColumn<string>[] {
  const examplesOf = (at: number) =>
    rows
      .map((cells) => cells[at] ?? '')
      .filter((cell) => cell !== '')
      .slice(0, 3)
      .join(' · ');
  return [
    {
      head: 'In the file',
      cell: (header, at) => (
        <Box sx={{ minWidth: 0 }}>
          <Box
            sx={{ overflowWrap: 'anywhere', ...(fields[at] === null ? IGNORED_LOOK : READ_LOOK) }}
          >
            {header.trim() || 'Without a header'}
          </Box>
          {/* Narrow screens have no column for it. */}
          <Examples text={examplesOf(at)} only={{ md: 'none' }} />
        </Box>
      ),
      sx: { width: { xs: '46%', md: '28%' }, maxWidth: 0 },
    },
    {
      head: 'First values',
      cell: (_header, at) => <Examples text={examplesOf(at)} />,
      sx: { display: { xs: 'none', md: 'table-cell' }, maxWidth: 0 },
    },
    {
      head: 'Becomes',
      cell: (header, at) => (
        <TextField
          select
          fullWidth
          size="small"
          value={fields[at] ?? IGNORED}
          onChange={({ target }) =>
            onChoose(at, CSV_FIELDS.find((field) => field === target.value) ?? null)
          }
          slotProps={{
            select: {
              displayEmpty: true,
              SelectDisplayProps: {
                'aria-label': `Field of ${header.trim() || `column ${at + 1}`}`,
              },
              sx: { color: fields[at] === null ? 'text.secondary' : 'text.primary' },
            },
          }}
        >
          <MenuItem value={IGNORED}>
            <em>Ignored</em>
          </MenuItem>
          {CSV_FIELDS.map((field) => (
            <MenuItem key={field} value={field}>
              {field}
            </MenuItem>
          ))}
        </TextField>
      ),
      sx: { width: { xs: '54%', md: 280 } },
    },
  ];
}

function Examples({ text, only }: { text: string; only?: { md: 'none' } }) {
  return (
    <Typography
      variant="body2"
      component="div"
      noWrap
      color="textSecondary"
      {...(only && { sx: { display: only } })}
    >
      {text}
    </Typography>
  );
}

/** The first rows as they will be read. */
function FirstRows({ csv }: { csv: CsvFile }) {
  const rows = readRows(csv);
  const fields = csv.fields.filter((field) => field !== null);
  const wrong = rows.flatMap((row) => [...row.values()]).filter(({ isValid }) => !isValid).length;
  return (
    <section aria-labelledby="csv-rows">
      <Heading id="csv-rows" title="First rows">
        {wrong === 0
          ? 'As they will be read.'
          : `As they will be read; ${wrong === 1 ? '1 cell is' : `${wrong} cells are`} not valid.`}
      </Heading>
      <PlainTable
        label="First rows"
        columns={fields.map(columnOf)}
        rows={rows}
        rowKey={(_row, at) => at}
        maxHeight={420}
      />
    </section>
  );
}

type ReadRow = ReadonlyMap<CsvField, ReadCell>;

function columnOf(field: CsvField): PlainColumn<ReadRow> {
  return {
    head: field,
    cell: (row) => <Cell cell={row.get(field)} />,
    sx: { whiteSpace: 'nowrap' },
  };
}

function Cell({ cell }: { cell: ReadCell | undefined }) {
  if (!cell) return null;
  const { text, isValue, isValid } = cell;
  return (
    <Box
      sx={{
        maxWidth: 240,
        overflow: 'hidden',
        textOverflow: 'ellipsis',
        color: isValid ? (isValue ? 'text.primary' : 'text.secondary') : 'error.main',
        fontStyle: isValue ? 'normal' : 'italic',
      }}
    >
      {text}
      {!isValid && (
        <Typography variant="caption" component="div" color="error">
          not valid
        </Typography>
      )}
    </Box>
  );
}

interface HeadingProps {
  id: string;
  title: string;
  children: string;
}

function Heading({ id, title, children }: HeadingProps) {
  return (
    <Box sx={{ mb: 1 }}>
      <Typography id={id} variant="subtitle1" component="h3">
        {title}
      </Typography>
      <Typography variant="body2" color="textSecondary">
        {children}
      </Typography>
    </Box>
  );
}
