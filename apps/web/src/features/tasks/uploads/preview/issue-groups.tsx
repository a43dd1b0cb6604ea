import CopyIcon from '~icons/ic/baseline-content-copy';
import { Box } from '@mui/material';
import type { IssueGroup } from '@portal/contracts/import-detail';
import { formatCount, plural } from '../../../../lib/format';
import { PlainTable, type PlainColumn } from '../../../../tables/plain-table';
import { CopyButton } from '../../../../ui/copy-button';
import { Part } from './part';

/** The errors and warnings of a file by their reasons. */
export function IssueGroups({ groups }: { groups: readonly IssueGroup[] }) {
  return (
    <Part title="What is wrong">
      <PlainTable
        label="Errors by reason"
        columns={COLUMNS}
        rows={groups}
        rowKey={(_group, at) => at}
        maxHeight={420}
      />
    </Part>
  );
}

const COLUMNS: readonly PlainColumn<IssueGroup>[] = [
  {
    head: 'Reason',
    cell: (group) => (
      <>
        <Box component="span" sx={{ color: `${group.severity}.main`, fontWeight: 600 }}>
          {plural(group.count, 'row', 'rows')}
        </Box>
        {`: ${reasonOf(group)}`}
        {/* Narrow screens have no column for it. */}
        <Box sx={{ display: { md: 'none' }, color: 'text.secondary' }}>{placesOf(group)}</Box>
      </>
    ),
    sx: { overflowWrap: 'anywhere', verticalAlign: 'top' },
  },
  {
    head: 'Where',
    cell: placesOf,
    sx: { display: { xs: 'none', md: 'table-cell' }, width: '36%', verticalAlign: 'top' },
  },
  {
    head: '',
    cell: (group) => (
      <CopyButton
        text={() => groupText(group)}
        icon={CopyIcon}
        label="Copy the reason"
        copiedLabel="Copied"
        failed="The reason could not be copied"
      />
    ),
    sx: { width: 56, verticalAlign: 'top' },
  },
];

/** 'user_email must be an email address: "Ada"' */
function reasonOf({ field, reason, value }: IssueGroup): string {
  const named = field === '' ? reason : `${field} ${reason}`;
  return value === null || named.includes(value) ? named : `${named}: "${value}"`;
}

/** 'Lines 2, 5, 9 and 57 more' */
export function placesOf({ rows, count }: IssueGroup): string {
  if (rows.length === 0) return '';
  const hasLines = rows.every(({ line }) => line !== null);
  const places = rows.map(({ row, line }) => formatCount((hasLines ? line : null) ?? row));
  const noun = `${hasLines ? 'Line' : 'Row'}${count === 1 ? '' : 's'}`;
  const more = count - rows.length;
  return `${noun} ${places.join(', ')}${more > 0 ? ` and ${formatCount(more)} more` : ''}`;
}

function groupText(group: IssueGroup): string {
  return `${plural(group.count, 'row', 'rows')}: ${reasonOf(group)}\n${placesOf(group)}`;
}
