import { Box, Link, Typography } from '@mui/material';
import type { ImportSummary, ImportWaitsFor } from '@portal/contracts/imports';
import { Link as RouterLink } from 'react-router';
import { paths } from '../../../../lib/paths';
import { useServerNow } from '../../../../lib/server-clock';
import { doneShare, phaseText } from '../import-progress';
import { formatDuration, plural } from '../../../../lib/format';

const TICK_MS = 5_000;

interface WaitsForProps {
  /** A waiting import. */
  summary: ImportSummary;
  waitsFor: ImportWaitsFor;
}

/** One line: what a waiting import waits for, and since when. */
export function WaitsForLine({ summary, waitsFor }: WaitsForProps) {
  const now = useServerNow(TICK_MS);
  return (
    <Typography variant="body2" color="textSecondary" sx={{ overflowWrap: 'anywhere' }}>
      {waitsInShort(summary, waitsFor, now)}
    </Typography>
  );
}

/** Whom a waiting import waits for, each with its uploader and progress, and since when. */
export function WaitsForList({ summary, waitsFor }: WaitsForProps) {
  const now = useServerNow(TICK_MS);
  const others = othersText(waitsFor);
  return (
    <Box component="section" aria-label="Waits for">
      <Typography variant="subtitle2">{waitsText(summary, waitsFor, now)}</Typography>
      <Box component="ul" sx={{ mt: 0.5 }}>
        {waitsFor.imports.map((one) => (
          <Row key={one.import_id} one={one} />
        ))}
        {others !== '' && (
          <Typography component="li" variant="body2" color="textSecondary" sx={{ py: 0.5 }}>
            {others}
          </Typography>
        )}
      </Box>
    </Box>
  );
}

function Row({ one }: { one: ImportWaitsFor['imports'][number] }) {
  const percent = Math.floor(doneShare(one) * 100);
  return (
    <Typography
      component="li"
      variant="body2"
      sx={{
        display: 'flex',
        flexWrap: 'wrap',
        columnGap: 2,
        justifyContent: 'space-between',
        py: 0.5,
        overflowWrap: 'anywhere',
      }}
    >
      <span>
        <Link component={RouterLink} to={paths.adminImport(one.import_id)}>
          {one.file_name}
        </Link>{' '}
        of {one.uploaded_by}
      </span>
      <Box component="span" sx={{ color: 'text.secondary' }}>
        {one.status === 'running' ? `${phaseText(one)}, ${percent}%` : phaseText(one)}
      </Box>
    </Typography>
  );
}

type Waiting = Pick<ImportSummary, 'waiting_since'>;

/**
 * How many a waiting import waits for, and for how long.
 * @param now epoch milliseconds
 */
function waitsText(
  { waiting_since }: Waiting,
  { confirmation, count }: ImportWaitsFor,
  now: number,
): string {
  const reason = confirmation
    ? 'Waits for a confirmation'
    : count === 0
      ? 'Waits for a free worker'
      : `Waits behind ${plural(count, 'import', 'imports')}`;
  if (waiting_since === null) return reason;
  return `${reason} for ${formatDuration((now - Date.parse(waiting_since)) / 1000)}`;
}

/** The same with the first of them by name: 'Waits behind 3 imports for 3 min: a.json of …, 2 more'. */
function waitsInShort(waiting: Waiting, waitsFor: ImportWaitsFor, now: number): string {
  const text = waitsText(waiting, waitsFor, now);
  const [first] = waitsFor.imports;
  if (first === undefined) return [text, othersText(waitsFor)].filter(Boolean).join(': ');
  const more = waitsFor.count - 1;
  const names = [
    `${first.file_name} of ${first.uploaded_by}`,
    ...(more > 0 ? [`${more} more`] : []),
  ];
  return `${text}: ${names.join(', ')}`;
}

/** Those that are not named: beyond the first ten, and of other users. */
function othersText({ count, hidden, imports }: ImportWaitsFor): string {
  const more = count - hidden - imports.length;
  return [
    ...(more > 0 ? [`${more} more`] : []),
    ...(hidden > 0 ? [`${plural(hidden, 'import', 'imports')} of other users`] : []),
  ].join(', ');
}
