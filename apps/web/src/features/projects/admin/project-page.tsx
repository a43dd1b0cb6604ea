import DashboardIcon from '~icons/ic/outline-space-dashboard';
import ArchiveIcon from '~icons/ic/outline-archive';
import UnarchiveIcon from '~icons/ic/outline-unarchive';
import DeleteIcon from '~icons/ic/outline-delete';
import EditIcon from '~icons/ic/outline-edit';
import { Alert, Box, Button } from '@mui/material';
import { ALL_PROJECTS_ID } from '@portal/contracts/permissions';
import type { FullProject } from '@portal/contracts/projects';
import { idParamSchema } from '@portal/contracts/scalars';
import { Link, useNavigate, useParams } from 'react-router';
import { SampleBadge } from '../../../entities/projects/sample-badge';
import { HistoryLink } from '../../../lists/list/history-link';
import { detailOf, isRefused } from '../../../lib/api-error';
import { paths } from '../../../lib/paths';
import { BackButton } from '../../../ui/back-button';
import { PageHeader } from '../../../ui/page-header';
import { PageLoading } from '../../../ui/page-loading';
import { Instant } from '../../../ui/instant';
import { useDocumentTitle } from '../../../ui/use-document-title';
import { ProjectStatus } from '../project-labels';
import { useArchiveProject, useProject } from '../api';
import { RulesCard } from '../rules/rules-card';
import { UsersCard } from '../users/users-card';
import { type OpenDialog, useDialog } from '../../../ui/dialogs/use-dialog';
import { DeleteDialog, ProjectDialog } from './project-dialogs';
import { ProjectContents } from './project-contents';
import { ProjectFacts } from './project-facts';
import { FailurePanel } from '../../../ui/failure';
import { QueryView } from '../../../ui/query-view';
import { useMayManage } from '../use-may-manage';

const FAILED = 'Failed to fetch project details';
const ARCHIVE =
  'It leaves the selectors and lists, and is read-only for everybody: no imports, no edits, no roles. Its numbers can still be read, and it can be brought back at any time.';

/** One project: its fields, its import rules and its users. */
export function ProjectPage() {
  const parsed = idParamSchema.safeParse(useParams()['projectId']);
  return (
    <>
      <BackButton to={paths.adminProjects}>Projects</BackButton>
      {parsed.success ? (
        <LoadedProject key={parsed.data} projectId={parsed.data} />
      ) : (
        <MissingProject detail="Resource not found" />
      )}
    </>
  );
}

function LoadedProject({ projectId }: { projectId: number }) {
  const project = useProject(projectId);
  const { dialog, open } = useDialog();
  const isGone = project.data !== undefined && isRefused(project.error);
  return (
    <>
      {isGone ? (
        <MissingProject
          title="This project is no longer available"
          detail="It was deleted, or you no longer have access to it."
        />
      ) : (
        <QueryView
          query={project}
          pending={<PageLoading />}
          renderFailure={(error, onRetry) => (
            <MissingProject
              detail={detailOf(error, 'The project could not be loaded.')}
              onRetry={onRetry}
            />
          )}
        >
          {(data) => <ProjectDetails project={data} onOpen={open} />}
        </QueryView>
      )}
      {/* The dialog that deletes the project waits for its answer also when the project is gone. */}
      {dialog}
    </>
  );
}

interface MissingProjectProps {
  title?: string;
  detail: string;
  onRetry?: () => unknown;
}

function MissingProject({ title = FAILED, ...panel }: MissingProjectProps) {
  useDocumentTitle('Project');
  return <FailurePanel level="h1" title={title} {...panel} />;
}

interface ProjectDetailsProps {
  project: FullProject;
  onOpen: OpenDialog;
}

function ProjectDetails({ project, onOpen }: ProjectDetailsProps) {
  const mayManage = useMayManage(project.id);
  const archive = useArchiveProject();
  const navigate = useNavigate();
  const { dialog, confirm } = useDialog();
  const isArchived = project.archived_at !== null;
  return (
    <>
      <PageHeader
        title={project.name}
        subtitle={
          <>
            <ProjectStatus status={project.status} archivedAt={project.archived_at} />{' '}
            <SampleBadge project={project} />
          </>
        }
        actions={
          <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 1 }}>
            <Button
              component={Link}
              to={paths.projectDashboard(project.id)}
              startIcon={<DashboardIcon />}
            >
              Dashboard
            </Button>
            <HistoryLink entity="project" id={project.id} />
            {mayManage && (
              <>
                {isArchived ? (
                  <Button
                    startIcon={<UnarchiveIcon />}
                    loading={archive.isPending}
                    onClick={() => archive.mutate({ id: project.id, isArchived: false })}
                  >
                    Bring back
                  </Button>
                ) : (
                  <Button
                    startIcon={<ArchiveIcon />}
                    onClick={() =>
                      confirm({
                        title: `Archive ${project.name}?`,
                        text: ARCHIVE,
                        confirm: 'Archive',
                        color: 'primary',
                        onConfirm: () => archive.mutate({ id: project.id, isArchived: true }),
                      })
                    }
                  >
                    Archive
                  </Button>
                )}
                <Button
                  color="error"
                  startIcon={<DeleteIcon />}
                  onClick={() =>
                    onOpen((onClose) => (
                      <DeleteDialog
                        {...{ project, onClose }}
                        onDeleted={() => void navigate(paths.adminProjects)}
                      />
                    ))
                  }
                >
                  Delete
                </Button>
                {!isArchived && (
                  <Button
                    variant="contained"
                    startIcon={<EditIcon />}
                    onClick={() => onOpen((onClose) => <ProjectDialog {...{ project, onClose }} />)}
                  >
                    Edit
                  </Button>
                )}
              </>
            )}
          </Box>
        }
      />
      <Box sx={{ display: 'grid', gridTemplateColumns: 'minmax(0, 1fr)', gap: 3 }}>
        {project.archived_at !== null && (
          <Alert severity="info">
            Archived since <Instant at={project.archived_at} />. It is read-only, and in no selector
            or list of projects.
          </Alert>
        )}
        <ProjectFacts project={project} />
        <ProjectContents project={project} />
        {project.id !== ALL_PROJECTS_ID && <RulesCard project={project} />}
        <UsersCard projectId={project.id} projectName={project.name} />
      </Box>
      {dialog}
    </>
  );
}
