import AddIcon from '~icons/ic/baseline-add';
import { Box, Button, Link, IconButton, Tooltip } from '@mui/material';
import type { ListedItem } from '@portal/contracts/lists';
import { ALL_PROJECTS_ID } from '@portal/contracts/permissions';
import { projectSchema, type Project } from '@portal/contracts/projects';
import { useMemo } from 'react';
import { Link as RouterLink, useNavigate } from 'react-router';
import { z } from 'zod';
import { ListTable } from '../../../lists/list/list-table';
import { SampleBadge } from '../../../entities/projects/sample-badge';
import { SampleButton } from '../../../entities/projects/sample-button';
import { useErrorToast } from '../../../lists/list/use-error-toast';
import { useMetadata } from '../../../lists/api';
import type { Condition } from '../../../lists/filters/conditions';
import { urlParam, useOpenByUrl, useUrlState } from '../../../lib/url-state';
import { paths } from '../../../lib/paths';
import { mayIn } from '../../../session/permissions';
import { useSessionStore } from '../../../session/session-store';
import { PageHeader } from '../../../ui/page-header';
import { PageLoading } from '../../../ui/page-loading';
import { ProjectStatus, projectTypeLabel } from '../project-labels';
import { PROJECT_LIST } from '../api';
import { type OpenDialog, useDialog } from '../../../ui/dialogs/use-dialog';
import { ProjectDialog, DeleteDialog } from './project-dialogs';
import { QueryView } from '../../../ui/query-view';
import DeleteIcon from '~icons/ic/outline-delete';
import EditIcon from '~icons/ic/outline-edit';
import { useMayChange, useMayManage } from '../use-may-manage';

const FAILED = 'Failed to fetch projects';
const CELLS = { name: nameCell, status: statusCell, project_type: typeCell };
/** Only on the page of a project. */
const DETAILS: readonly string[] = [
  ...['description', 'labeling_tool_base_path', 'created_at', 'archived_at', 'is_sample'],
  'claims_per_reviewer',
  'rounds_until_stuck',
];
const URL_PARAMS = { archived: urlParam(z.literal('shown'), null) };
const ALL: readonly Condition[] = [];
const NOT_ARCHIVED: readonly Condition[] = [
  { field: 'archived_at', operator: 'is_null', value: true },
];

/** Administration of the projects that the user sees. */
export function ProjectsAdminPage() {
  const metadata = useMetadata(PROJECT_LIST);
  const { data } = metadata;
  const meta = useMemo(
    () => data && { ...data, fields: data.fields.filter(({ name }) => !DETAILS.includes(name)) },
    [data],
  );
  const session = useSessionStore((state) => state.session);
  const { dialog, open } = useDialog();
  const navigate = useNavigate();
  const actions = useMemo(() => (item: ListedItem) => editButton(item, open), [open]);
  const lastActions = useMemo(() => (item: ListedItem) => deleteButton(item, open), [open]);
  const [{ archived }, setUrl] = useUrlState(URL_PARAMS);
  const create = mayIn(ALL_PROJECTS_ID, session, ['project-manage'])
    ? () =>
        open((onClose) => (
          <ProjectDialog
            onClose={onClose}
            onSaved={({ id }) => void navigate(paths.adminProject(id))}
          />
        ))
    : undefined;
  useOpenByUrl(create);
  useErrorToast(metadata.error, FAILED);

  return (
    <>
      <PageHeader
        title="Projects"
        actions={
          <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 1 }}>
            <Button onClick={() => setUrl({ archived: archived ? null : 'shown' })}>
              {archived ? 'Hide archived' : 'Show archived'}
            </Button>
            <SampleButton />
            {create && (
              <Button variant="contained" startIcon={<AddIcon />} onClick={create}>
                Create Project
              </Button>
            )}
          </Box>
        }
      />
      <QueryView
        query={{ data: meta, error: metadata.error, refetch: metadata.refetch }}
        pending={<PageLoading />}
        failed={FAILED}
      >
        {(shown) => (
          <ListTable
            meta={shown}
            {...{ actions, lastActions }}
            cells={CELLS}
            failed={FAILED}
            conditions={archived ? ALL : NOT_ARCHIVED}
            onOpen={noDialog}
          />
        )}
      </QueryView>
      {dialog}
    </>
  );
}

/** The list itself has no writing operations. */
function noDialog(): void {}

function editButton(item: ListedItem, onOpen: OpenDialog) {
  return <EditButton project={projectSchema.parse(item)} onOpen={onOpen} />;
}

function deleteButton(item: ListedItem, onOpen: OpenDialog) {
  return <DeleteButton project={projectSchema.parse(item)} onOpen={onOpen} />;
}

function nameCell(item: ListedItem) {
  const project = projectSchema.parse(item);
  return (
    <>
      <Link
        component={RouterLink}
        to={paths.adminProject(project.id)}
        sx={{ fontWeight: 550, whiteSpace: { xs: 'normal', sm: 'nowrap' } }}
      >
        {project.name}
      </Link>{' '}
      <SampleBadge project={project} />
    </>
  );
}

function statusCell(item: ListedItem) {
  const { status, archived_at: at } = projectSchema.parse(item);
  return <ProjectStatus status={status} archivedAt={at} />;
}

function typeCell(item: ListedItem) {
  return projectTypeLabel(projectSchema.parse(item).project_type);
}

interface RowActionProps {
  project: Project;
  onOpen: OpenDialog;
}

/** Edits a project, where the user may manage it. */
function EditButton({ project, onOpen }: RowActionProps) {
  if (!useMayChange(project.id)) return null;
  return (
    <Tooltip title="Edit">
      <IconButton
        size="small"
        aria-label={`Edit ${project.name}`}
        onClick={() => onOpen((onClose) => <ProjectDialog {...{ project, onClose }} />)}
      >
        <EditIcon fontSize="small" />
      </IconButton>
    </Tooltip>
  );
}

/** Deletes a project, where the user may manage it. */
function DeleteButton({ project, onOpen }: RowActionProps) {
  if (!useMayManage(project.id)) return null;
  return (
    <Tooltip title="Delete">
      <IconButton
        size="small"
        aria-label={`Delete ${project.name}`}
        onClick={() => onOpen((onClose) => <DeleteDialog {...{ project, onClose }} />)}
      >
        <DeleteIcon fontSize="small" />
      </IconButton>
    </Tooltip>
  );
}
