import { Box } from '@mui/material';
import type { FieldChange } from '@portal/contracts/task-history';
import { statusTitle } from '@portal/domain/statuses';
import { formatExact, plural } from '../../lib/format';
import { plainText } from '../../lib/plain-text';
import { fieldLabel } from '../../lib/words';
import { ExternalLink } from '../../ui/external-link';
import { Instant } from '../../ui/instant';
import { BatchName } from '../batches/batch-name';
import { useOwnProject } from '../projects/api';

const INSTANTS: ReadonlySet<string> = new Set(['completed_at', 'created_at', 'updated_at']);
const STATUSES: ReadonlySet<string> = new Set(['status', 'validation_status']);
const AMOUNTS: ReadonlySet<string> = new Set(['number_of_turns', 'duration_minutes']);
/** What people write: no link, whatever it begins with. */
const WORDS: ReadonlySet<string> = new Set(['feedback', 'appeal']);
/** Of a longer link the beginning and the end are shown. */
const LINK_ENDS = { first: 26, last: 12 };
/** Ends a text that the server has cut. */
const CUT = '…';

/** The name of a field of a task; of project and batch the value is a name, if there is one. */
export function taskFieldLabel(field: string): string {
  return LABELS.get(field) ?? fieldLabel(field);
}

const LABELS: ReadonlyMap<string, string> = new Map([
  ['project_id', 'Project'],
  ['turing_batch_id', 'Batch'],
]);

interface TaskValueProps {
  field: string;
  value: FieldChange['before'];
  /** Of a batch, if it has one: its number is a detail then. */
  name?: string | null | undefined;
}

/** A value of a task for users, by its field. */
export function TaskValue({ field, value, name }: TaskValueProps) {
  if (value === null || value === '') {
    return (
      <Box component="em" sx={{ color: 'text.secondary' }}>
        empty
      </Box>
    );
  }
  if (field === 'reviews' && typeof value === 'number')
    return <>{plural(value, 'review', 'reviews')}</>;
  if (field === 'project_id' && typeof value === 'number') return <ProjectName id={value} />;
  if (field === 'turing_batch_id') return <BatchName id={plainText(value)} name={name} />;
  if (AMOUNTS.has(field)) return <>{formatExact(plainText(value))}</>;
  if (typeof value !== 'string') return <>{plainText(value)}</>;
  if (WORDS.has(field)) return <span style={{ whiteSpace: 'pre-line' }}>{value}</span>;
  if (INSTANTS.has(field)) return <Instant at={value} />;
  if (STATUSES.has(field)) return <>{statusTitle(value)}</>;
  if (value.startsWith('https://')) return <ShortLink href={value} />;
  return <>{value}</>;
}

/** A project of somebody else is told by its id. */
function ProjectName({ id }: { id: number }) {
  return <>{useOwnProject(id)?.name ?? `Project ${id}`}</>;
}

/** The middle of a link is left out; a link that the server has cut leads nowhere. */
function ShortLink({ href }: { href: string }) {
  const text = href.replace(/^https:\/\//, '');
  const { first, last } = LINK_ENDS;
  const isLong = text.length > first + last + CUT.length;
  return (
    <Box component="span" title={href} sx={{ '& a': { whiteSpace: 'normal' } }}>
      <ExternalLink
        href={href.endsWith(CUT) ? null : href}
        text={isLong ? text.slice(0, first) + CUT + text.slice(-last) : text}
      />
    </Box>
  );
}
