import AddIcon from '~icons/ic/baseline-add';
import ExamplesIcon from '~icons/ic/outline-library-books';
import { Button } from '@mui/material';
import type { OpenDialog } from './stat-dialogs';
import { Row } from '../../ui/layout';

/** Buttons of users who manage the statistics of a project. */
export function ManageButtons({ onOpen }: { onOpen: (dialog: OpenDialog) => void }) {
  return (
    <Row wrap align="stretch" justify="center" gap={1}>
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
    </Row>
  );
}
