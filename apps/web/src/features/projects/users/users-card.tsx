import { roleTitle } from '../../../ui/role-chip';
import LockIcon from '~icons/ic/outline-lock';
import PeopleIcon from '~icons/ic/outline-people-alt';
import { Box } from '@mui/material';
import { detailOf, isForbidden } from '../../../lib/api-error';
import { plural } from '../../../lib/format';
import { SectionCard } from '../../../ui/section-card';
import { MessagePanel } from '../../../ui/message-panel';
import { useDialog } from '../../../ui/dialogs/use-dialog';
import { useMayAssign } from '../use-may-manage';
import { USERS_REFUSED } from '../../../entities/users/api';
import { useRemoveUser } from '../api';
import { useProjectUsers } from '../project-users';
import { AssignForm } from './assign-form';
import { FailureAlert, FailurePanel } from '../../../ui/failure';
import { UsersTable } from './users-table';

interface UsersCardProps {
  projectId: number;
  projectName: string;
}

/** The users of a project: assign, change and remove their roles. */
export function UsersCard({ projectId, projectName }: UsersCardProps) {
  const { data: users, error, refetch } = useProjectUsers(projectId);
  const mayManage = useMayAssign(projectId);
  const remove = useRemoveUser(projectId);
  const { dialog, confirm } = useDialog();
  return (
    <SectionCard
      title="Users"
      detail={users && plural(users.length, 'user has a role', 'users have a role')}
    >
      {mayManage && <AssignForm projectId={projectId} assigned={users} />}
      <UsersTable
        projectId={projectId}
        users={users}
        onRemove={({ id, email, role }) =>
          confirm({
            title: 'Remove this user?',
            text: `${email} loses the role '${roleTitle(role)}' in ${projectName} immediately.`,
            confirm: 'Remove',
            onConfirm: () => remove.mutate(id),
          })
        }
        empty={
          <MessagePanel
            icon={PeopleIcon}
            title="No users yet"
            detail="Users see the project once they have a role in it."
          />
        }
        error={
          !users &&
          error &&
          (isForbidden(error) ? (
            <MessagePanel icon={LockIcon} title={USERS_REFUSED} />
          ) : (
            <FailurePanel
              title="Failed to fetch project details"
              detail={detailOf(error, 'The users could not be loaded.')}
              onRetry={refetch}
            />
          ))
        }
      />
      {remove.error && (
        <Box sx={{ mt: 2 }}>
          <FailureAlert
            title={detailOf(remove.error, 'Failed to remove user from project')}
            onClose={() => remove.reset()}
          />
        </Box>
      )}
      {dialog}
    </SectionCard>
  );
}
