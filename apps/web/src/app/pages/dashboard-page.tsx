import { Box, Skeleton, Typography } from '@mui/material';
import { ALL_PROJECTS_ID } from '@portal/contracts/permissions';
import { Suspense, useEffect, useState } from 'react';
import KeyIcon from '~icons/ic/outline-key';
import { useOpenProjects, useOwnProjects, useSelectedProject } from '../../entities/projects/api';
import { NumberTasks } from '../../entities/tasks/by-number/number-tasks';
import { MyWork } from '../../features/my-work/my-work';
import { ProjectList } from '../../features/projects/project-list';
import { SetupCard } from '../../features/setup/setup-card';
import { useProjectUpdates } from '../../live/live-query';
import { userOf, useSessionStore } from '../../session/session-store';
import { mayAnywhere, mayIn, useMay } from '../../session/permissions';
import { lazyPart } from '../../ui/lazy-part';
import { InOrder } from '../../ui/in-order';
import { Row } from '../../ui/layout';
import { PageHeader } from '../../ui/page-header';
import { LivePulse } from './live-pulse';
import { FailureAlert } from '../../ui/failure';
import { MessagePanel } from '../../ui/message-panel';
import { administratorSchema } from '@portal/contracts/auth';
import { projectsWorkSchema, type ProjectWork } from '@portal/contracts/projects-work';
import { useQuery } from '@tanstack/react-query';
import { api } from '../../session/api';

const PortalNow = lazyPart(
  async () => (await import('../../features/managing/portal-now')).PortalNow,
);
const ProjectsNow = lazyPart(
  async () => (await import('../../features/managing/projects-now')).ProjectsNow,
);

/** The first page after sign-in: what the user manages and the user's own work, then the selected project. */
export function DashboardPage() {
  const user = useSessionStore(userOf);
  const project = useSelectedProject();
  const projects = useOwnProjects();
  const open = useOpenProjects();
  const { work, error, retry } = useProjectsWork();
  const updates = useProjectUpdates(project?.id ?? null);
  const may = useMay();
  const [toDo, setToDo] = useState<number>();
  const toManage = work?.reduce(
    (sum, one) => sum + (one.conflicts ?? 0) + (one.failing_statistics ?? 0),
    0,
  );
  const session = useSessionStore((state) => state.session);
  const managed = (open ?? []).filter(
    ({ id }) => id !== ALL_PROJECTS_ID && mayIn(id, session, MANAGE),
  );
  const isSettled = useSettled(toDo !== undefined);
  const others = open?.filter(({ id }) => !work?.some(({ project_id }) => project_id === id));
  return (
    <NumberTasks projectId={project?.id ?? ALL_PROJECTS_ID} live={updates} ofPeople>
      <PageHeader
        title={user ? `Welcome, ${user.name}` : 'Dashboard'}
        subtitle={project ? project.name : 'Your training sessions, reviews and progress'}
      />
      <SetupCard />
      <Suspense fallback={<LineToCome />}>{may(['full-access'], true) && <PortalNow />}</Suspense>
      <InOrder
        blocks={[
          {
            id: 'projects',
            toDo: toManage,
            content: (
              <Suspense fallback={<ProjectsToCome count={work?.length ?? 0} />}>
                {!work && <ProjectsToCome count={managed.length} />}
                {work && work.length > 0 && <ProjectsNow projects={work} />}
                {error && (
                  <Box sx={{ mb: 2 }}>
                    <FailureAlert
                      title="The work of your projects could not be loaded"
                      onRetry={retry}
                    />
                  </Box>
                )}
              </Suspense>
            ),
          },
          {
            id: 'own',
            toDo: projects?.length === 0 ? 0 : toDo,
            content: project && projects && user && (
              <MyWork
                key={project.id}
                email={user.email}
                projectId={project.id}
                updates={updates}
                onToDo={setToDo}
              />
            ),
          },
        ]}
      />
      {projects?.length === 0 && <NoAccess email={user?.email} />}
      {project && projects && isSettled && (
        <>
          <Row
            component="section"
            wrap
            align="baseline"
            gap={1.5}
            aria-labelledby="project-pulse"
            sx={{ mt: 4 }}
          >
            <Typography id="project-pulse" variant="h3" component="h2">
              The project now
            </Typography>
            <LivePulse projectId={project.id} />
          </Row>
          {work && <ProjectList projects={others ?? []} selectedId={project.id} />}
        </>
      )}
    </NumberTasks>
  );
}

/** 'The project now' waits so long for the own work above it, in milliseconds: shown sooner, it would jump. */
const WAIT_MS = 3_000;

/** Whether something is loaded, or takes too long to wait for it. */
function useSettled(isLoaded: boolean): boolean {
  const [isLate, setIsLate] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setIsLate(true), WAIT_MS);
    return () => clearTimeout(timer);
  }, []);
  return isLoaded || isLate;
}

const LINE_HEIGHT = 20;

/** Keeps the place of a line. */
function LineToCome() {
  return <Skeleton variant="rounded" width={280} height={LINE_HEIGHT} sx={{ mb: 2 }} />;
}

/** Keeps the place of the table of so many projects. */
function ProjectsToCome({ count }: { count: number }) {
  if (count === 0) return null;
  const rows = Math.min(count, MOST_ROWS);
  return (
    <Skeleton
      variant="rounded"
      sx={{ height: { xs: 97 + 94 * rows, md: 110 + 59 * rows }, mb: 2 }}
    />
  );
}

/** The table scrolls from about so many on. */
const MOST_ROWS = 6;

interface NoAccessProps {
  /** The address with which the user has signed in; unknown right after an update of the client. */
  email: string | undefined;
}

/** What a signed-in user without any project can do. */
function NoAccess({ email = 'your address' }: NoAccessProps) {
  const { data: administrator } = useQuery({
    queryKey: ['administrator'],
    ...api.read('/auth/administrator', administratorSchema),
  });
  const isFirst = administrator?.exists === false;
  const whom = isFirst
    ? 'The portal has no administrator yet.'
    : 'Ask an administrator of the portal to add this address to a project. The project appears here at once.';
  return (
    <MessagePanel
      icon={KeyIcon}
      title="You have no access yet"
      detail={`You are signed in as ${email}. ${whom}`}
      action={
        isFirst && (
          <Box component="section" aria-labelledby="first-admin" sx={{ maxWidth: '60ch' }}>
            <Typography id="first-admin" variant="body2" component="h3" sx={{ fontWeight: 600 }}>
              The first administrator
            </Typography>
            <Typography variant="body2" color="textSecondary" sx={{ overflowWrap: 'anywhere' }}>
              The person who runs the portal makes one: with the command{' '}
              <code>npm run admin -- grant {email}</code>, or by setting{' '}
              <code>PORTAL_ADMIN_EMAILS</code> to this address; then you sign in again.
            </Typography>
          </Box>
        )
      }
    />
  );
}

const POLL_MS = 30_000;
const MANAGE = ['data-upload', 'project-admin', 'admin-view'] as const;

/** The work of the projects that the user manages, read again every 30 s; none for those who manage none. */
function useProjectsWork(): {
  readonly work: readonly ProjectWork[] | undefined;
  readonly error: Error | null;
  readonly retry: () => void;
} {
  const manages = useSessionStore(({ session }) => MANAGE.some((one) => mayAnywhere(session, one)));
  const { data, error, refetch } = useQuery({
    queryKey: ['projects-work'],
    ...api.read('/projects/work', projectsWorkSchema),
    enabled: manages,
    refetchInterval: POLL_MS,
    meta: { reads: ['project'] },
  });
  const work = manages ? (data ?? (error ? NONE : undefined)) : NONE;
  return { work, error: data ? null : error, retry: () => void refetch() };
}

const NONE: readonly ProjectWork[] = [];
