import { Box, Typography } from '@mui/material';
import type { TaskHistory } from '@portal/contracts/task-history';
import { plural } from '../../../lib/format';
import { ChangeItem } from './change-item';

interface ChangeListProps {
  /** A page with changes. */
  history: TaskHistory;
  /** Of each change. On a page of its own there is more space. */
  heading: 'h2' | 'h4';
}

/** Changes of a task, and what the list does not have. */
export function ChangeList({ history, heading }: ChangeListProps) {
  const { items, total, page, size } = history;
  const kept = keptWords(history);
  const isKept = kept !== '';
  const isEnd = page * size >= total;
  const isWhole = items.at(-1)?.change === 'created';
  return (
    <>
      <Box component="ol">
        {items.map((change) => (
          <ChangeItem
            key={`${change.at} ${change.audit_group}`}
            change={change}
            unknown={unknownText(change, isKept)}
            heading={heading}
          />
        ))}
      </Box>
      {isEnd && !isWhole && isKept && (
        <Typography
          variant="body2"
          color="textSecondary"
          sx={heading === 'h2' ? { px: { xs: 1.5, sm: 2.5 }, py: 2 } : { pt: 1 }}
        >
          {kept} What they changed before is not listed.
        </Typography>
      )}
    </>
  );
}

/** How long it is known what imports changed; empty if that is not kept. */
export function keptWords({ imports_kept_days: days }: TaskHistory): string {
  return days > 0 ? `What imports change is kept for ${plural(days, 'day', 'days')}.` : '';
}

function unknownText({ import: changing }: TaskHistory['items'][number], isKept: boolean): string {
  if (changing === null) return 'What was changed is not known.';
  return isKept ? 'What it changed is no longer kept.' : 'What it changed is not kept.';
}
