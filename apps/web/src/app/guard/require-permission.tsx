import LockIcon from '~icons/ic/outline-lock';
import { Button } from '@mui/material';
import type { Permission } from '@portal/contracts/permissions';
import { useState } from 'react';
import { Link, Outlet, useParams } from 'react-router';
import { useProjects, useSelectedProject } from '../../entities/projects/api';
import { paths } from '../../lib/paths';
import { useMay } from '../../session/permissions';
import { useProjectStore } from '../../lib/project-store';
import { userOf, useSessionStore } from '../../session/session-store';
import { MessagePanel } from '../../ui/message-panel';
import { PageLoading } from '../../ui/page-loading';
import { FailurePanel } from '../../ui/failure';
import { RefusedPage } from './refused-page';

export interface Needed {
  anyOf: readonly Permission[];
  /** In project 0, whichever project is selected. */
  ofPortal?: boolean;
  /** The words for users without them. */
  refused?: string | undefined;
}

/**
 * Guards the routes below: they need one of these permissions in the selected project or in project
 * 0; others are sent home. A page that loses them while it is open is replaced by the reason.
 */
export function RequirePermission({ anyOf, ofPortal, refused }: Needed) {
  const allowed = useMay()(anyOf, ofPortal);
  const [wasAllowed, setWasAllowed] = useState(allowed);
  if (allowed && !wasAllowed) setWasAllowed(true);
  const loaded = useProjectStore(({ authorised }) => authorised !== null);
  const projects = useProjects();

  if (allowed) return <Outlet />;
  if (wasAllowed) return <LostPermission />;
  if (loaded) return <RefusedPage text={refused} />;
  // The selected project is unknown until the projects are loaded.
  return projects.isError ? (
    <FailurePanel
      icon={LockIcon}
      level="h1"
      title="Failed to fetch projects"
      detail="Your permissions depend on the selected project, so this page cannot open yet."
      onRetry={projects.refetch}
    />
  ) : (
    <PageLoading />
  );
}

function LostPermission() {
  const project = useSelectedProject();
  return (
    <MessagePanel
      icon={LockIcon}
      level="h1"
      title="You can no longer open this page"
      detail={
        project
          ? `You do not have the permission for it in ${project.name}. Select another project, or ask an administrator.`
          : 'You do not have the permission for it any more. Ask an administrator.'
      }
      action={
        <Button component={Link} to={paths.home} variant="outlined">
          Go to Home
        </Button>
      }
    />
  );
}

/** Guards /trainer-stats/{email}: users see themselves, others need pod-info-public-view. */
export function RequireTrainerAccess() {
  const email = useParams()['email'];
  const own = useSessionStore(userOf)?.email;
  const isOwn = own !== undefined && own.toLowerCase() === email?.toLowerCase();
  return <RequirePermission anyOf={isOwn ? [] : ['pod-info-public-view']} />;
}
