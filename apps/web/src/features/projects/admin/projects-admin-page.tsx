import AddIcon from '~icons/ic/baseline-add';
import Button from '@mui/material/Button';
import Link from '@mui/material/Link';
import type { CrudItem } from '@portal/contracts/crud';
import { ALL_PROJECTS_ID } from '@portal/contracts/permissions';
import { projectSchema } from '@portal/contracts/projects';
import { useMemo, useState } from 'react';
import { Link as RouterLink, useNavigate } from 'react-router';
import { CrudList } from '../../../crud/list/crud-list';
import { useErrorToast } from '../../../crud/list/use-error-toast';
import { useMetadata } from '../../../crud/api';
import { paths } from '../../../lib/paths';
import { mayIn } from '../../../session/permissions';
import { useSessionStore } from '../../../session/session-store';
import { PageHeader } from '../../../ui/page-header';
import { PageLoading } from '../../../ui/page-loading';
import { ProjectStatus, projectTypeLabel } from '../project-labels';
import { PROJECT_LIST } from '../api';
import { type OpenDialog, ProjectDialogs } from './project-dialogs';
import { FailurePanel } from '../../../ui/failure';
import { QueryView } from '../../../ui/query-view';
import { DeleteButton, EditButton } from './row-actions';

const FAILED = 'Failed to fetch projects';
const CELLS = { name: nameCell, status: statusCell, project_type: typeCell };
/** Only on the page of a project. */
const DETAILS: readonly string[] = ['description', 'labeling_tool_base_path', 'created_at'];

/** Administration of the projects that the user sees. */
export function ProjectsAdminPage() {
  const metadata = useMetadata(PROJECT_LIST);
  const { data } = metadata;
  const meta = useMemo(
    () => data && { ...data, fields: data.fields.filter(({ name }) => !DETAILS.includes(name)) },
    [data],
  );
  const session = useSessionStore((state) => state.session);
  const [open, setOpen] = useState<OpenDialog>();
  const navigate = useNavigate();
  const actions = useMemo(() => (item: CrudItem) => editButton(item, setOpen), []);
  const lastActions = useMemo(() => (item: CrudItem) => deleteButton(item, setOpen), []);
  useErrorToast(metadata.error, FAILED);

  return (
    <>
      <PageHeader
        title="Projects"
        actions={
          mayIn(ALL_PROJECTS_ID, session, ['project-manage']) && (
            <Button
              variant="contained"
              startIcon={<AddIcon />}
              onClick={() => setOpen({ kind: 'create' })}
            >
              Create Project
            </Button>
          )
        }
      />
      <QueryView
        query={{ data: meta, error: metadata.error, refetch: metadata.refetch }}
        pending={<PageLoading />}
        renderFailure={(_error, onRetry) => <FailurePanel title={FAILED} onRetry={onRetry} />}
      >
        {(shown) => (
          <CrudList
            meta={shown}
            {...{ actions, lastActions }}
            cells={CELLS}
            failed={FAILED}
            onOpen={noDialog}
          />
        )}
      </QueryView>
      <ProjectDialogs
        open={open}
        onClose={() => setOpen(undefined)}
        onCreated={({ id }) => void navigate(paths.adminProject(id))}
      />
    </>
  );
}

/** The list itself has no writing operations. */
function noDialog(): void {}

function editButton(item: CrudItem, onOpen: (dialog: OpenDialog) => void) {
  return <EditButton project={projectSchema.parse(item)} onOpen={onOpen} />;
}

function deleteButton(item: CrudItem, onOpen: (dialog: OpenDialog) => void) {
  return <DeleteButton project={projectSchema.parse(item)} onOpen={onOpen} />;
}

function nameCell(item: CrudItem) {
  const { id, name } = projectSchema.parse(item);
  return (
    <Link
      component={RouterLink}
      to={paths.adminProject(id)}
      sx={{ fontWeight: 550, whiteSpace: { xs: 'normal', sm: 'nowrap' } }}
    >
      {name}
    </Link>
  );
}

function statusCell(item: CrudItem) {
  return <ProjectStatus status={projectSchema.parse(item).status} />;
}

function typeCell(item: CrudItem) {
  return projectTypeLabel(projectSchema.parse(item).project_type);
}
