import { Box, Button, Drawer, Typography, useMediaQuery, useTheme } from '@mui/material';
import { Outlet, useLocation, useNavigate } from 'react-router';
import GroupIcon from '~icons/ic/outline-group';
import { Suspense, useState } from 'react';
import { FailedPod, MissingPod, MovedPod } from '../../features/pods/pod-states';
import { useOpening } from '../../features/pods/use-opening';
import { ProjectSelector } from '../../features/projects/project-selector';
import { SyncLine } from '../../features/sync/sync-line';
import { paths } from '../../lib/paths';
import { OpenPodContext, usePod } from '../../entities/pods/open-pod';
import { PageLoading } from '../../ui/page-loading';
import { useWallMode } from '../../ui/wall-mode/use-wall-mode';
import { useProjectOfPage } from '../guard/use-project-of-page';
import { NotFoundPage } from '../pages/not-found-page';
import { NavList } from '../shell/nav-list';
import { SidebarLayout } from '../shell/sidebar-layout';
import { MY_POD_PAGE, POD_PAGES } from '../pages';
import { mayAnywhere, useMay } from '../../session/permissions';
import { userOf, useSessionStore } from '../../session/session-store';
import { RefusedPage } from '../guard/refused-page';
import { plural } from '../../lib/format';
import { LinkStrip } from '../link-strip';
import { lazyPart } from '../../ui/lazy-part';

const MemberPanel = lazyPart(
  async () => (await import('../../features/pods/member-panel')).MemberPanel,
);

/** Layout of the pages of a pod, /pods/{podName}/…: the side panel and the open page. */
export function PodLayout() {
  const podName = podNameOfPath(useLocation().pathname);
  return podName === undefined ? <NotFoundPage /> : <PodFrame key={podName} podName={podName} />;
}

/** Selects the pod's project. Selecting another project leads to its Dashboard. */
function PodFrame({ podName }: { podName: string }) {
  const { opening, projectId } = useOpening(podName);
  const navigate = useNavigate();
  const selected = useProjectOfPage(projectId, () => void navigate(paths.dashboard)) !== 'waiting';
  const opensPods = useOpensPods();
  const wide = useMediaQuery(useTheme().breakpoints.up('lg'));
  const [wall] = useWallMode();

  switch (opening.kind) {
    case 'open':
      return (
        <OpenPodContext value={opening.pod}>
          <SidebarLayout
            label="Pod"
            sidebar={wide && <PodPanel podName={podName} />}
            footer={wide && <SyncLine />}
          >
            {!wide && !wall && selected && <PodStrip podName={podName} />}
            {selected && <Outlet />}
          </SidebarLayout>
        </OpenPodContext>
      );
    case 'loading':
      return <WithoutPod content={<PageLoading />} />;
    case 'missing':
      return opening.wasOpen || opensPods ? (
        <WithoutPod content={<MissingPod podName={podName} wasOpen={opening.wasOpen} />} />
      ) : (
        <RefusedPage text="You do not have permission to open that page" />
      );
    case 'moved':
      return (
        <WithoutPod
          content={
            <MovedPod
              podName={podName}
              from={opening.from}
              to={opening.to}
              onReopen={opening.reopen}
            />
          }
        />
      );
    case 'failed':
      return (
        <WithoutPod
          content={<FailedPod podName={podName} error={opening.error} onRetry={opening.retry} />}
        />
      );
  }
}

/** Whether the user may open the page of some pod: only then a name may be mistyped. */
function useOpensPods(): boolean {
  const session = useSessionStore((state) => state.session);
  return POD_PAGES.some(({ anyOf }) => anyOf.some((one) => mayAnywhere(session, one)));
}

function PodPanel({ podName }: { podName: string }) {
  const links = usePodLinks(podName);
  return (
    <>
      <ProjectSelector />
      <Box>
        <Typography variant="h3" component="p" sx={{ px: 1.5, pb: 1, overflowWrap: 'anywhere' }}>
          {podName}
        </Typography>
        <NavList items={links} />
      </Box>
      <Suspense>
        <MemberPanel />
      </Suspense>
    </>
  );
}

function WithoutPod({ content }: { content: React.ReactNode }) {
  return (
    <SidebarLayout label="Pod" sidebar={<ProjectSelector />} footer={<SyncLine />}>
      {content}
    </SidebarLayout>
  );
}

/**
 * The name of the pod in /pods/{podName}/…; undefined if it is not valid percent-encoding. The
 * parameter of the router is not used, because it decodes '%252F' twice.
 */
function podNameOfPath(pathname: string): string | undefined {
  const segment = pathname.split('/')[2] ?? '';
  try {
    return decodeURIComponent(segment);
  } catch {
    return undefined;
  }
}

/** The side panel of a pod on narrow screens: a row of links, and the members in a drawer. */
function PodStrip({ podName }: { podName: string }) {
  const links = usePodLinks(podName);
  const count = usePod().members.data?.length;
  const [open, setOpen] = useState(false);
  return (
    <>
      <LinkStrip label="Pod" links={links}>
        <Button
          size="small"
          startIcon={<GroupIcon />}
          aria-haspopup="dialog"
          onClick={() => setOpen(true)}
          sx={{ flexShrink: 0, color: 'text.secondary' }}
        >
          {count === undefined ? 'Team' : plural(count, 'person', 'people')}
        </Button>
      </LinkStrip>
      <Drawer
        open={open}
        onClose={() => setOpen(false)}
        anchor="bottom"
        slotProps={{
          paper: {
            'aria-label': 'Pod members',
            sx: { borderRadius: '16px 16px 0 0', maxHeight: '80dvh', px: 1, py: 2.5 },
          },
        }}
      >
        <Suspense>
          <MemberPanel />
        </Suspense>
      </Drawer>
    </>
  );
}

/** Links to the pages of a pod that the user may open. */
function usePodLinks(podName: string) {
  const may = useMay();
  const own = useSessionStore(userOf)?.email;
  const isMember = usePod().members.data?.some(({ user_email: email }) => email === own) ?? false;
  const pages = POD_PAGES.filter(({ anyOf }) => may(anyOf));
  return [...(isMember ? [MY_POD_PAGE] : []), ...pages].map(({ path, label, icon }) => ({
    to: path === '' ? paths.pod(podName) : `${paths.pod(podName)}/${path}`,
    label,
    icon,
    deep: path !== '',
  }));
}
