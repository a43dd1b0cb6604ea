import { Box, Button, Typography } from '@mui/material';
import type { TaskRound } from '@portal/contracts/task-detail';
import { useId, useState } from 'react';
import { withoutMarks } from '../../entities/tasks/last-review';
import { Markdown } from './feedback/markdown';

/** More characters, or a second line, are shown on demand: the lists of the panel have the words, too. */
const MAX_WHOLE = 200;

/** What the reviewer of a round wrote: the first lines of long words, and the rest on demand. */
export function RoundWords({ round: { n, words, source } }: { round: TaskRound }) {
  const id = useId();
  const [isOpen, setOpen] = useState(false);
  const text = words?.trim() ?? '';
  if (text === '') return null;
  const isMarkdown = source === 'feedback';
  const isLong = text.length > MAX_WHOLE || text.includes('\n');
  return (
    <Box sx={{ mt: 0.5 }}>
      <div id={id}>
        {isLong && !isOpen ? (
          <FirstLines text={isMarkdown ? withoutMarks(text) : text} />
        ) : isMarkdown ? (
          <Markdown text={text} />
        ) : (
          <Typography variant="body2" sx={{ whiteSpace: 'pre-line', overflowWrap: 'anywhere' }}>
            {text}
          </Typography>
        )}
      </div>
      {isLong && (
        <Button
          size="small"
          color="inherit"
          aria-expanded={isOpen}
          aria-controls={id}
          aria-label={isOpen ? `Less of round ${n}` : `All words of round ${n}`}
          onClick={() => setOpen(!isOpen)}
          sx={{ ml: -0.75 }}
        >
          {isOpen ? 'Less' : 'All words'}
        </Button>
      )}
    </Box>
  );
}

function FirstLines({ text }: { text: string }) {
  return (
    <Typography
      variant="body2"
      sx={{
        display: '-webkit-box',
        WebkitLineClamp: 3,
        WebkitBoxOrient: 'vertical',
        overflow: 'hidden',
        overflowWrap: 'anywhere',
      }}
    >
      {text.slice(0, 2 * MAX_WHOLE).replaceAll(/\s+/g, ' ')}
    </Typography>
  );
}
