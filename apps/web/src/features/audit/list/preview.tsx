import { Typography } from '@mui/material';
import type { AuditRecord } from '@portal/contracts/audit';
import { beginningOf } from '@portal/domain/cut-text';
import { differenceOf } from '../difference';
import { namesValues } from '../change-texts';

const MAX_FIELDS = 3;
const MAX_TEXT = 60;

/** The first changed fields in one line: 'Description: – → Six strings' */
export function Preview({ record }: { record: AuditRecord }) {
  if (record.action !== 'update' || namesValues(record)) return null;
  const changes = differenceOf(record).filter(({ field }) => field !== 'updated_at');
  const shown = changes
    .slice(0, MAX_FIELDS)
    .map(({ label, before = '', after = '' }) => `${label}: ${short(before)} → ${short(after)}`);
  const more = changes.length - shown.length;
  if (more > 0) shown.push(`${more} more`);
  return (
    <Typography variant="body2" color="textSecondary" sx={{ overflowWrap: 'anywhere', mt: 0.25 }}>
      {shown.join(' · ')}
    </Typography>
  );
}

function short(text: string): string {
  const line = text.replaceAll(/\s+/g, ' ');
  return line.length > MAX_TEXT ? `${beginningOf(line, MAX_TEXT)}…` : line;
}
