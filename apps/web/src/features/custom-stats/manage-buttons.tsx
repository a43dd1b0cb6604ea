import AddIcon from '~icons/ic/baseline-add';
import ExamplesIcon from '~icons/ic/outline-library-books';
import { Box, Button } from '@mui/material';
import type { OpenDialog } from './stat-dialogs';

/** Buttons of users who manage the statistics of a project. */
export function ManageButtons({ onOpen }: { onOpen: (dialog: OpenDialog) => void }) {
  return (
    <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 1, justifyContent: 'center' }}>
      <Button
        variant="outlined"
        startIcon={<ExamplesIcon />}
        onClick={() => onOpen({ kind: 'examples' })}
      >
        View Examples
      </Button>
      <Button
        variant="contained"
        startIcon={<AddIcon />}
        onClick={() => onOpen({ kind: 'create' })}
      >
        Create Custom Stats
      </Button>
    </Box>
  );
}
