import DownloadIcon from '~icons/ic/outline-file-download';
import { Button, DialogActions, DialogContent, Typography } from '@mui/material';
import { CSV_FIELDS } from '@portal/contracts/task-csv';
import { useSelectedProject } from '../../../../../entities/projects/api';
import { PlainTable, type PlainColumn } from '../../../../../tables/plain-table';
import { AppDialog } from '../../../../../ui/dialogs/app-dialog';
import { aboutField, isNeeded, labelOf } from '../field-words';
import { type FieldKey, REVIEW_KEYS } from '../names';
import { downloadTemplate } from './template';

const COLUMNS: readonly PlainColumn<FieldKey>[] = [
  {
    head: 'What',
    cell: (key) => (
      <>
        {labelOf(key)}
        {isNeeded(key) && ' *'}
        <Typography variant="caption" component="div" color="textSecondary">
          <code>{key}</code>
        </Typography>
      </>
    ),
    sx: { overflowWrap: 'anywhere', width: '40%' },
  },
  { head: 'What it says', cell: aboutField },
];

/** What a file may have, in the names that people see. */
export function FormatDialog({ onClose }: { onClose: () => void }) {
  const project = useSelectedProject();
  return (
    <AppDialog title="What a file needs" width={800} onClose={onClose}>
      <DialogContent>
        <Typography variant="body2" component="div" sx={{ '& p': { mt: 0, mb: 1 } }}>
          <p>
            Any file with one task in each row: CSV from a spreadsheet, or JSON from a tool. The
            columns may have any names. You say once what they are, and the portal keeps that for
            the next file.
          </p>
          <p>
            Each task needs what is marked with *. The project, the batch and the status may be the
            same for the whole file. Times may be written as 2026-01-31 09:30, 31.01.2026 09:30 or
            1/31/2026 9:30 AM.
          </p>
          <p>
            A review may stand in the row of its task, or in a file of reviews with the Task ID.
          </p>
        </Typography>
        <PlainTable
          label="What a file may have"
          columns={COLUMNS}
          rows={[...CSV_FIELDS, ...REVIEW_KEYS]}
          rowKey={(key) => key}
        />
      </DialogContent>
      <DialogActions>
        <Button
          startIcon={<DownloadIcon />}
          onClick={() => downloadTemplate(project?.turing_project_id ?? null)}
        >
          Download a template
        </Button>
        <Button variant="contained" onClick={onClose}>
          Close
        </Button>
      </DialogActions>
    </AppDialog>
  );
}
