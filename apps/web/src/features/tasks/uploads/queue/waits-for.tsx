import { Box, Link, Typography } from '@mui/material';
import type { ImportSummary, ImportWaitsFor } from '@portal/contracts/imports';
import { Link as RouterLink } from 'react-router';
import { paths } from '../../../../lib/paths';
import { useServerNow } from '../../../../lib/server-clock';
import { doneShare, phaseText } from '../import-progress';
import { othersText, waitsInShort, waitsText } from './waits-text';

const TICK_MS = 5_000;

interface WaitsForProps {
  /** A waiting import. */
  summary: ImportSummary;
  waitsFor: ImportWaitsFor;
}

/** One line: whom a waiting import waits for, and since when. */
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
      <Box component="ul" sx={{ m: 0, mt: 0.5, p: 0, listStyle: 'none' }}>
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
