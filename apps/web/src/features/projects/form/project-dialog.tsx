import Alert from '@mui/material/Alert';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import DialogActions from '@mui/material/DialogActions';
import DialogContent from '@mui/material/DialogContent';
import type { Project } from '@portal/contracts/projects';
import { flushSync } from 'react-dom';
import { ConflictPanel } from '../../../crud/form/conflict-panel';
import { AppDialog } from '../../../ui/dialogs/app-dialog';
import { useUnsavedGuard } from '../../../ui/forms/unsaved-guard';
import { ProjectInputs } from './project-inputs';
import { useProjectForm } from './use-project-form';

interface ProjectDialogProps {
  /** The project to edit; a new one if absent. */
  project?: Project;
  onClose: () => void;
  onSaved?: (project: Project) => void;
}

/** Creates or edits a project; a stale edit shows both values instead of the form. */
export default function ProjectDialog({ project, onClose, onSaved }: ProjectDialogProps) {
  const form = useProjectForm({
    project,
    onDone: (saved) => {
      // The guard of unsaved changes blocks navigation until the dialog is gone.
      flushSync(onClose);
      onSaved?.(saved);
    },
  });
  const { close, question } = useUnsavedGuard(form.isDirty, onClose);
  const title = project ? `Edit ${project.name}` : 'Create Project';

  if (form.conflict) {
    return (
      <AppDialog title={title} width={800} onClose={close}>
        <ConflictPanel
          conflict={form.conflict}
          saving={form.isSaving}
          onCancel={close}
          onResolve={form.resolve}
        />
        {question}
      </AppDialog>
    );
  }
  return (
    <AppDialog title={title} width={800} onClose={close}>
      <Box
        component="form"
        noValidate
        onSubmit={(event) => void form.submit(event)}
        sx={{ display: 'flex', flexDirection: 'column', minHeight: 0, flex: 1 }}
      >
        <DialogContent
          sx={{
            display: 'grid',
            gridTemplateColumns: { xs: 'minmax(0, 1fr)', sm: 'repeat(2, minmax(0, 1fr))' },
            gridAutoRows: 'max-content',
            gap: 2.5,
            // The label of the first field is above its border.
            pt: '8px !important',
          }}
        >
          <ProjectInputs control={form.control} />
        </DialogContent>
        {form.failure !== null && (
          <Alert severity="error" sx={{ mx: 3, mb: 1 }}>
            {form.failure}
          </Alert>
        )}
        <DialogActions sx={{ px: 3, pb: 2.5 }}>
          <Button onClick={close}>Cancel</Button>
          <Button type="submit" variant="contained" loading={form.isSaving}>
            {project ? 'Save Changes' : 'Create'}
          </Button>
        </DialogActions>
      </Box>
      {question}
    </AppDialog>
  );
}
