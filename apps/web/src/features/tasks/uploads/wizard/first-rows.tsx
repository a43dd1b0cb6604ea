import { Box, Typography } from '@mui/material';
import type { FormatSettings } from '@portal/contracts/file-formats';
import { csvRowSchema } from '@portal/contracts/task-csv';
import { taskFileReviewSchema } from '@portal/contracts/tasks';
import { rowMapper } from '@portal/domain/file-format/row-mapper';
import { statusTitle } from '@portal/domain/statuses';
import { useMemo } from 'react';
import { useReportingZone } from '../../../../entities/portal/use-today';
import { userZoneName, useUserZone } from '../../../../lib/user-zone';
import { formatInstantIn, formatZone } from '../../../../lib/format';
import { type PlainColumn, PlainTable } from '../../../../tables/plain-table';
import { isReviewKey, sourcesOf } from './draft';
import { labelOf } from './field-words';
import { isChoiceField } from './guess/guess-settings';
import { isKnownValue } from './guess/meanings';
import type { FieldKey } from './names';
import type { Plan } from './plan';
import { headerLine } from './read/sample';

const SHOWN_ROWS = 10;

/** One value as it is read. */
interface ReadValue {
  readonly text: string;
  /** What is wrong with it; null for nothing. */
  readonly flaw: string | null;
}

/** What values are named with. */
interface Words {
  /** Of the times. */
  readonly zone: string;
  readonly projects: Plan['around']['projects'];
}

type ReadRow = ReadonlyMap<FieldKey, ReadValue>;

/** The first rows as the import reads them. */
export function FirstRows({ plan, settings }: { plan: Plan; settings: FormatSettings }) {
  const reportingZone = useReportingZone();
  useUserZone();
  const zone = userZoneName();
  const rows = useMemo(() => readRows(plan, settings, zone), [plan, settings, zone]);
  const keys = [...sourcesOf(settings).keys()];
  const flawed = rows.flatMap((row) => [...row.values()].filter(({ flaw }) => flaw !== null));
  return (
    <Box component="section" aria-labelledby="first-rows" sx={{ minWidth: 0 }}>
      <Typography id="first-rows" variant="subtitle1" component="h3">
        First rows
      </Typography>
      <Typography variant="body2" color="textSecondary" sx={{ mb: 1 }}>
        {flawed.length === 0
          ? 'As they will be read.'
          : `As they will be read; ${flawed.length === 1 ? '1 value is' : `${flawed.length} values are`} not valid.`}
        {keys.some(isInstant) &&
          ` Times are shown in ${formatZone(zone)}, as on other pages.${
            zone === reportingZone
              ? ''
              : ` The days of the dashboards are in ${formatZone(reportingZone)}.`
          }`}
      </Typography>
      {keys.length > 0 && (
        <PlainTable
          label="First rows"
          columns={keys.map(columnOf)}
          rows={rows}
          rowKey={(_row, at) => at}
          maxHeight={520}
        />
      )}
    </Box>
  );
}

function columnOf(key: FieldKey): PlainColumn<ReadRow> {
  return {
    head: (
      <>
        {labelOf(key)}
        <Typography variant="caption" component="div" color="textSecondary" noWrap>
          {key}
        </Typography>
      </>
    ),
    cell: (row) => <Value value={row.get(key)} />,
    sx: { whiteSpace: 'nowrap' },
  };
}

function Value({ value }: { value: ReadValue | undefined }) {
  if (!value) return null;
  const { text, flaw } = value;
  return (
    <Typography
      variant="inherit"
      component="div"
      noWrap
      title={text}
      color={flaw === null ? undefined : 'error'}
      sx={{ maxWidth: 240 }}
    >
      {text}
      {flaw !== null && (
        <Typography
          variant="caption"
          component="div"
          color="error"
          sx={{ whiteSpace: 'normal', minWidth: 140 }}
        >
          {flaw}
        </Typography>
      )}
    </Typography>
  );
}

/** The values of the first rows, each with what is wrong with it. */
function readRows(
  { sample, around }: Plan,
  settings: FormatSettings,
  zone: string,
): readonly ReadRow[] {
  const words = { zone, projects: around.projects };
  const map = rowMapper(settings, headerLine(sample));
  const keys = [...sourcesOf(settings).keys()];
  return sample.rows.slice(0, SHOWN_ROWS).map((row) => {
    const flaws = new Map<string, { reason: string; value: string }>();
    const mapped = map(row, (field, reason, value) => flaws.set(field, { reason, value })) ?? {};
    return new Map(
      keys.map((key) => [key, valueIn(key, mapped, flaws.get(reportedAs(key)), words)]),
    );
  });
}

/** As the mapper names a field. */
function reportedAs(key: FieldKey): string {
  return isReviewKey(key) ? key.replace('review.', 'reviews/0/') : key;
}

function valueIn(
  key: FieldKey,
  mapped: Readonly<Record<string, unknown>>,
  flaw: { readonly reason: string; readonly value: string } | undefined,
  words: Words,
): ReadValue {
  if (flaw) return { text: flaw.value, flaw: flaw.reason };
  const value = isReviewKey(key) ? reviewOf(mapped)[key.slice('review.'.length)] : mapped[key];
  if (value === undefined || value === null) return { text: '', flaw: null };
  const text = typeof value === 'string' ? value : JSON.stringify(value);
  if (!isValid(key, value)) return { text, flaw: 'not valid' };
  return { text: shown(key, text, words), flaw: null };
}

/** A valid value for people, as on the pages where it will be. */
function shown(key: FieldKey, text: string, { zone, projects }: Words): string {
  if (key === 'project_id') return projects.find(({ id }) => String(id) === text)?.name ?? text;
  if (isInstant(key)) return formatInstantIn(text, zone);
  return isChoiceField(key) && isKnownValue(key, text) ? statusTitle(text) : text;
}

function isInstant(key: FieldKey): boolean {
  return key.endsWith('_at');
}

function reviewOf({ reviews }: Readonly<Record<string, unknown>>): Record<string, unknown> {
  const first: unknown = Array.isArray(reviews) ? reviews[0] : undefined;
  return typeof first === 'object' && first !== null ? { ...first } : {};
}

function isValid(key: FieldKey, value: unknown): boolean {
  const shape: Readonly<Record<string, { safeParse(value: unknown): { success: boolean } }>> =
    isReviewKey(key) ? taskFileReviewSchema.shape : csvRowSchema.shape;
  return shape[key.replace('review.', '')]?.safeParse(value).success ?? true;
}
