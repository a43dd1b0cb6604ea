import { Card } from '@mui/material';
import { OTHER_COLUMNS } from '@portal/contracts/task-csv';
import type { FormatSettings } from '@portal/contracts/file-formats';
import type { ImportSummary } from '@portal/contracts/imports';
import { formatBytes, formatCount, formatDuration } from '../../../lib/format';
import { Fact, Facts } from '../../../ui/facts';
import { Instant } from '../../../ui/instant';
import { StatusChip } from './status-chip';

interface ImportFactsProps {
  summary: ImportSummary;
  /** Those of its file format; null if it has none. */
  settings: FormatSettings | null;
}

/** Uploader, file, time and options of an import. */
export function ImportFacts({ summary, settings }: ImportFactsProps) {
  const isUndo = summary.undoes !== null;
  const facts = [
    { name: 'State', value: <StatusChip status={summary.status} /> },
    { name: isUndo ? 'Asked for by' : 'Uploaded by', value: summary.uploaded_by },
    { name: isUndo ? 'Asked for' : 'Uploaded', value: <Instant at={summary.created_at} /> },
    { name: 'Took', value: tookText(summary) },
    ...confirmationFacts(summary),
    ...(isUndo ? [] : fileFacts(summary, settings)),
  ];
  return (
    <Card sx={{ p: 2.5 }}>
      <Facts>
        {facts.map(({ name, value }) => (
          <Fact key={name} name={name}>
            {value}
          </Fact>
        ))}
      </Facts>
    </Card>
  );
}

/** Who has confirmed what it changes. */
function confirmationFacts({ confirmed_by: by, confirmed_at: at }: ImportSummary) {
  if (at === null) return [];
  const value = (
    <>
      {by ?? 'A user who is deleted'}, <Instant at={at} />
    </>
  );
  return [{ name: 'Confirmed by', value }];
}

/** An undo has no file. */
function fileFacts(summary: ImportSummary, settings: FormatSettings | null) {
  return [
    { name: 'Size', value: formatBytes(summary.bytes_total) },
    { name: 'Rows', value: formatCount(summary.rows_total ?? summary.rows_done) },
    {
      name: 'Invalid rows',
      value: summary.on_error === 'skip' ? 'Skipped' : 'Stop the import',
    },
    {
      name: 'Tasks newer than their row',
      value: summary.on_older === 'skip' ? 'Left as they are' : 'Changed, with a warning',
    },
    {
      name: 'Rows that contradict the portal',
      value: summary.on_conflict === 'file' ? 'The file wins' : 'The portal keeps its values',
    },
    ...(settings ? settingsFacts(summary, settings) : formatFacts(summary)),
    { name: 'SHA-256', value: summary.sha256 },
  ];
}

/** As people read a header of `columns`. */
function columnName(header: string): string {
  if (header === OTHER_COLUMNS) return 'All others';
  return header || 'Without a header';
}

/** The file format of a project, or that which came with the file. */
function settingsFacts({ format_name: name, ...summary }: ImportSummary, settings: FormatSettings) {
  const { fields, review } = settings;
  const read = [...Object.entries(fields), ...Object.entries(review)].map(([field, source]) => {
    const from = 'columns' in source ? source.columns.join(' + ') : `All rows: ${source.constant}`;
    return <div key={field}>{`${from} → ${field}`}</div>;
  });
  const saved = `${name}, version ${summary.format_version ?? 1}`;
  return [
    { name: 'Format', value: settings.file === 'json' ? 'JSON' : 'CSV' },
    { name: 'Read as', value: name === null ? 'Answers that were not saved' : saved },
    { name: 'Columns', value: read },
  ];
}

/** The format of the file, and how CSV was read. */
function formatFacts({ format, columns, empty }: ImportSummary) {
  if (format === 'json') return [{ name: 'Format', value: 'JSON' }];
  const mapped = Object.entries(columns ?? {}).map(([header, field]) => (
    <div key={header}>{`${columnName(header)} → ${field ?? 'ignored'}`}</div>
  ));
  return [
    { name: 'Format', value: 'CSV' },
    { name: 'Empty cells', value: empty === 'clear' ? 'Clear values' : 'Keep values' },
    { name: 'Columns', value: mapped.length === 0 ? 'Named as the fields' : mapped },
  ];
}

function tookText({ started_at, finished_at }: ImportSummary): string {
  if (started_at === null) return 'Not started';
  if (finished_at === null) return 'Under way';
  return formatDuration((Date.parse(finished_at) - Date.parse(started_at)) / 1000);
}
