import { Button } from '@mui/material';
import { ALL_PROJECTS_ID } from '@portal/contracts/permissions';
import { useState } from 'react';
import { Link } from 'react-router';
import { useSelectedProject } from '../../../../entities/projects/api';
import { useDialog } from '../../../../ui/dialogs/use-dialog';
import { lazyPart } from '../../../../ui/lazy-part';
import { Columns, Row } from '../../../../ui/layout';
import { paths } from '../../../../lib/paths';
import { readText } from '../../../../lib/storage';
import { KEPT_ANSWERS } from './kept-key';

const FormatDialog = lazyPart(async () => (await import('./formats/format-dialog')).FormatDialog);
const AskedFile = lazyPart(async () => (await import('./asked-file')).AskedFile);

/** Below the place for a file: what it needs, a template, and which file has answers already. */
export function FileHelp() {
  const { dialog, open } = useDialog();
  const project = useSelectedProject();
  const [hasAnswers] = useState(() => readText('tab', KEPT_ANSWERS) !== null);
  const download = async () => {
    const { downloadTemplate } = await import('./formats/template');
    downloadTemplate(project?.turing_project_id ?? null);
  };
  return (
    <Columns gap={1} sx={{ mt: 1.5 }}>
      {hasAnswers && <AskedFile />}
      <Row wrap gap={1}>
        <Button size="small" onClick={() => open((onClose) => <FormatDialog onClose={onClose} />)}>
          What a file needs
        </Button>
        <Button size="small" onClick={() => void download()}>
          Download a template
        </Button>
        {project && project.id !== ALL_PROJECTS_ID && (
          <Button size="small" component={Link} to={paths.adminProjectFormats(project.id)}>
            Saved formats
          </Button>
        )}
      </Row>
      {dialog}
    </Columns>
  );
}
