import { Box, Skeleton } from '@mui/material';
import PersonOffIcon from '~icons/ic/outline-person-off';
import { isRefused } from '../../lib/api-error';
import { ALL_PROJECTS_ID } from '@portal/contracts/permissions';
import { mayIn, useMay } from '../../session/permissions';
import { subjectOf, useSessionStore } from '../../session/session-store';
import { MessagePanel } from '../../ui/message-panel';
import { useDocumentTitle } from '../../ui/use-document-title';
import { AccessCard } from './access/access-card';
import type { Subject } from './access/access-subjects';
import { WhyCard } from './access/why-card';
import { useUser } from '../../entities/users/api';
import { GlobalRoleCard } from './roles/global-role-card';
import { ProjectRolesCard } from './roles/project-roles-card';
import { ApiTokensCard } from './tokens/api-tokens-card';
import { FailureAlert } from '../../ui/failure';
import { UserHeader, UsersLink } from './user-header';
import { useDialog } from '../../ui/dialogs/use-dialog';
import { Columns } from '../../ui/layout';
import { lazyPart } from '../../ui/lazy-part';

const AnonymiseDialog = lazyPart(() => import('./anonymise/anonymise-dialog'));

interface UserProfileProps {
  userId: number;
  /** The pages that the question 'Why can this user not …?' offers. */
  pages: readonly Subject[];
  /** Opens the form of the profile. */
  onEdit: (name: string) => void;
  /** Opens the list of the user's sessions. */
  onSessions: (name: string) => void;
}

/** Who a user is, the roles, the permissions with their sources, and the API tokens. */
export function UserProfile({ userId, pages, onEdit, onSessions }: UserProfileProps) {
  const { data: user, error, refetch } = useUser(userId);
  const isOwn = useSessionStore(({ session }) => subjectOf(session)) === String(userId);
  const mayManage = useMay()(['user-manage']);
  const session = useSessionStore((state) => state.session);
  const mayManageAll = mayIn(ALL_PROJECTS_ID, session, ['user-manage']);
  const { dialog, open } = useDialog();
  if (!user || isRefused(error)) {
    return <NoUser error={error} onRetry={() => void refetch()} />;
  }
  const name = user.name || user.email;
  return (
    <>
      <UserHeader
        user={user}
        onEdit={mayManage || isOwn ? () => onEdit(name) : undefined}
        onSessions={mayManage || isOwn ? () => onSessions(name) : undefined}
        onAnonymise={
          mayManageAll && !isOwn
            ? () => open((onClose) => <AnonymiseDialog {...{ user, onClose }} />)
            : undefined
        }
      />
      <Columns columns={{ xl: 2 }} gap={2.5} sx={{ alignItems: 'start' }}>
        <Columns gap={2.5}>
          <ProjectRolesCard userId={userId} name={name} />
          <GlobalRoleCard userId={userId} name={name} />
          <WhyCard userId={userId} name={name} pages={pages} />
        </Columns>
        <AccessCard userId={userId} name={name} />
        {mayManage && (
          <Box sx={{ gridColumn: '1 / -1', minWidth: 0 }}>
            <ApiTokensCard userId={userId} name={name} />
          </Box>
        )}
      </Columns>
      {dialog}
    </>
  );
}

function NoUser({ error, onRetry }: { error: Error | null; onRetry: () => void }) {
  useDocumentTitle('User');
  return (
    <>
      <UsersLink />
      <Box sx={{ mt: 1 }}>
        {!error && <Skeleton variant="rounded" height={220} aria-label="Loading the user" />}
        {error && isRefused(error) && (
          <MessagePanel
            icon={PersonOffIcon}
            level="h1"
            title="Error loading user information"
            detail="There is no such user, or you do not see the users of their projects."
          />
        )}
        {error && !isRefused(error) && (
          <FailureAlert
            title="Error loading user information"
            detail={error.message}
            onRetry={onRetry}
          />
        )}
      </Box>
    </>
  );
}
