import { Box } from '@mui/material';
import type { FieldChange } from '@portal/contracts/tasks';
import { statusTitle } from '@portal/domain/statuses';
import { formatExact, plural } from '../../lib/format';
import { plainText } from '../../lib/plain-text';
import { fieldLabel } from '../../lib/words';
import { ExternalLink } from '../../ui/external-link';
import { Instant } from '../../ui/instant';
import { useOwnProject } from '../projects/api';

const INSTANTS: ReadonlySet<string> = new Set(['completed_at', 'created_at', 'updated_at']);
const STATUSES: ReadonlySet<string> = new Set(['status', 'validation_status']);
const AMOUNTS: ReadonlySet<string> = new Set(['number_of_turns', 'duration_minutes']);
/** Of a longer link the beginning and the end are shown. */
const LINK_ENDS = { first: 26, last: 12 };
/** Ends a text that the server has cut. */
const CUT = '…';

/** The name of a field of a task; where that is one, its value is the name of the project. */
export function taskFieldLabel(field: string): string {
  return field === 'project_id' ? 'Project' : fieldLabel(field);
}

/** A value of a task for users, by its field. */
export function TaskValue({ field, value }: { field: string; value: FieldChange['before'] }) {
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
  if (AMOUNTS.has(field)) return <>{formatExact(plainText(value))}</>;
  if (typeof value !== 'string') return <>{plainText(value)}</>;
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
