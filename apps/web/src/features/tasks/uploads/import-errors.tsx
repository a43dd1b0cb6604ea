import DownloadIcon from '~icons/ic/outline-file-download';
import type { ImportError, ImportSummary, IssueField } from '@portal/contracts/imports';
import { Box, Button, Chip, Skeleton, Typography } from '@mui/material';
import { z } from 'zod';
import { formatBytes, formatCount, plural } from '../../../lib/format';
import { urlParam, useUrlState } from '../../../lib/url-state';
import { PlainTable, type PlainColumn } from '../../../tables/plain-table';
import { wideOnly } from './import-row';
import { useDownloadErrors, useErrorsOfField } from './api';
import { UndoReason } from './undo/undo-reason';
import { Row } from '../../../ui/layout';

/** The field whose errors are listed. */
const URL_PARAMS = { field: urlParam(z.string(), null) };

interface ImportErrorsProps {
  summary: ImportSummary;
  /** Undefined while loading. */
  errors: readonly ImportError[] | undefined;
  fields: readonly IssueField[];
}

/** The first errors and warnings of a file, with a download of all. */
export function ImportErrors({ summary, errors: first, fields }: ImportErrorsProps) {
  const [{ field }, setUrl] = useUrlState(URL_PARAMS);
  // An unknown field of a link is none.
  const chosen = fields.find((one) => one.field === field);
  const ofField = useErrorsOfField(summary.import_id, chosen?.field ?? null);
  const errors = chosen ? ofField : first;
  const found = summary.error_count + summary.warning_count;
  const download = useDownloadErrors(summary);
  // A finished import has stored at least the first of its errors.
  const isForgotten = first?.length === 0 && summary.finished_at !== null;
  if (found === 0) return null;
  if (!first) return <Skeleton variant="rounded" height={120} />;
  return (
    <section aria-label={summary.undoes === null ? 'Row errors' : 'Tasks that are not undone'}>
      <Row wrap justify="space-between" gap={1} sx={{ mb: 1 }}>
        <Typography variant="body2" color="textSecondary">
          {isForgotten
            ? `${foundText(summary, found)}; they are no longer kept`
            : chosen
              ? fieldText(chosen, errors?.length)
              : foundText(summary, first.length)}
        </Typography>
        {!isForgotten && (
          <Button
            size="small"
            startIcon={<DownloadIcon />}
            loading={download.isPending}
            onClick={download.start}
          >
            {download.isPending
              ? `Downloading ${formatBytes(download.received)}`
              : 'Download errors.csv'}
          </Button>
        )}
      </Row>
      <FieldFilter
        fields={isForgotten ? [] : fields}
        chosen={chosen?.field ?? null}
        onChoose={(next) => setUrl({ field: next })}
      />
      {isForgotten ? null : errors ? (
        <PlainTable
          label="Errors"
          columns={summary.undoes === null ? ERROR_COLUMNS : TASK_COLUMNS}
          rows={errors}
          // One row can have several errors in one field.
          rowKey={(_error, index) => index}
          maxHeight={420}
        />
      ) : (
        <Skeleton variant="rounded" height={120} />
      )}
    </section>
  );
}

const ERROR_COLUMNS: readonly PlainColumn<ImportError>[] = [
  { head: 'Row', cell: ({ row }) => formatCount(row), numeric: true },
  {
    head: 'Field',
    cell: ({ field, severity, reason }) => (
      <>
        <Box component="span" sx={{ fontFamily: 'monospace' }}>
          {field}
        </Box>
        {/* Narrow screens have no columns for these. */}
        <Box sx={{ display: { md: 'none' }, color: `${severity}.main` }}>{severity}</Box>
        <Box sx={{ display: { md: 'none' }, color: 'text.secondary' }}>{reason}</Box>
      </>
    ),
    sx: { overflowWrap: 'anywhere' },
  },
  {
    head: 'Severity',
    cell: ({ severity }) => (
      <Chip size="small" variant="outlined" color={severity} label={severity} />
    ),
    sx: wideOnly,
  },
  {
    head: 'Reason',
    cell: ({ reason }) => reason,
    sx: { ...wideOnly, width: '60%', minWidth: 220, overflowWrap: 'anywhere' },
  },
];

/** Of an undo, which has no rows: the tasks that it leaves as they are. */
const TASK_COLUMNS: readonly PlainColumn<ImportError>[] = [
  {
    head: 'Task',
    cell: ({ reason }) => <UndoReason reason={reason} />,
    sx: { overflowWrap: 'anywhere' },
  },
];

function foundText(summary: ImportSummary, listed: number): string {
  const { error_count, warning_count, undoes } = summary;
  const count = error_count + warning_count;
  if (undoes !== null) {
    const one = plural(count, 'task', 'tasks');
    const text = summary.status === 'failed' ? `${one} in the way` : `${one} not undone`;
    return listedText(text, listed, count);
  }
  const parts: string[] = [];
  if (error_count > 0)
    parts.push(`${formatCount(error_count)} ${error_count === 1 ? 'error' : 'errors'}`);
  if (warning_count > 0) {
    parts.push(`${formatCount(warning_count)} ${warning_count === 1 ? 'warning' : 'warnings'}`);
  }
  return listedText(parts.join(', '), listed, count);
}

function fieldText({ field, count }: IssueField, listed = count): string {
  return listedText(`${field || 'Whole row'}: ${formatCount(count)}`, listed, count);
}

/** Only the first errors of a file are stored, whatever their field. */
function listedText(found: string, listed: number, count: number): string {
  if (listed === 0) return `${found}; they come after the first errors, which alone are listed`;
  return listed < count ? `${found}; the first ${formatCount(listed)} are listed` : found;
}

interface FieldFilterProps {
  fields: readonly IssueField[];
  chosen: string | null;
  onChoose: (field: string | null) => void;
}

/** Number of errors and warnings of each field, to list those of one field. */
function FieldFilter({ fields, chosen, onChoose }: FieldFilterProps) {
  if (fields.length < 2) return null;
  return (
    <Row role="group" aria-label="Errors by field" wrap align="stretch" gap={0.75} sx={{ mb: 1.5 }}>
      {fields.map(({ field, count }) => (
        <Chip
          key={field}
          size="small"
          label={`${field || 'Whole row'} ${formatCount(count)}`}
          variant={field === chosen ? 'filled' : 'outlined'}
          color={field === chosen ? 'primary' : 'default'}
          aria-pressed={field === chosen}
          onClick={() => onChoose(field === chosen ? null : field)}
        />
      ))}
    </Row>
  );
}
