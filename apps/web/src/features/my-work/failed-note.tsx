import { Button } from '@mui/material';
import { Note } from './now-card';

interface FailedNoteProps {
  what: string;
  onRetry: () => void;
}

/** A part of a card that could not be loaded. */
export function FailedNote({ what, onRetry }: FailedNoteProps) {
  return (
    <Note>
      {what} could not be loaded.{' '}
      <Button size="small" onClick={onRetry}>
        Try Again
      </Button>
    </Note>
  );
}
