import DeleteIcon from '~icons/ic/outline-delete';
import { IconButton, Link, Tooltip } from '@mui/material';
import type { ProjectUser } from '@portal/contracts/projects';
import { useMemo, useState, type ReactNode } from 'react';
import { Link as RouterLink } from 'react-router';
import { paths } from '../../../lib/paths';
import { useMay } from '../../../session/permissions';
import { useRefusal } from '../../../entities/roles/use-refusal';
import { RoleChip } from '../../../ui/role-chip';
import type { DataColumn } from '../../../tables/columns';
import { DataTable } from '../../../tables/data-table';
import type { Sort } from '../../../tables/table-props';
import { useMayAssign } from '../use-may-manage';
import { useRoles } from '../../../entities/roles/api';
import { useAssignUser } from '../api';
import { HeldRole } from '../../../entities/roles/role-picker';

interface UsersTableProps {
  projectId: number;
  users: readonly ProjectUser[] | undefined;
  onRemove: (user: ProjectUser) => void;
  empty: ReactNode;
  error: ReactNode;
}

/** The users of a project with their roles. */
export function UsersTable({ projectId, users, onRemove, empty, error }: UsersTableProps) {
  const [sort, setSort] = useState<Sort>({ id: 'email', order: 'asc' });
  const mayManage = useMayAssign(projectId);
  const seesProfiles = useMay()(['user-view']);
  const { data: roles = [] } = useRoles();
  const refusalOf = useRefusal(projectId);
  const refusal = ({ role }: ProjectUser) => refusalOf(roles.find(({ name }) => name === role));
  const columns = useMemo(
    () => columnsOf(projectId, mayManage, seesProfiles),
    [projectId, mayManage, seesProfiles],
  );
  return (
    <DataTable
      name="project-users"
      label="Users of the project"
      columns={columns}
      rows={users}
      rowId={({ id }) => String(id)}
      sort={sort}
      onSort={setSort}
      paging={{ by: 'client', size: 10 }}
      empty={empty}
      error={error}
      {...(mayManage && {
        actions: (user: ProjectUser) => removeButton(user, onRemove, refusal(user)),
      })}
    />
  );
}

function removeButton(
  user: ProjectUser,
  onRemove: (user: ProjectUser) => void,
  refusal: string | null,
) {
  return (
    <Tooltip title={refusal ?? 'Remove'}>
      <span>
        <IconButton
          size="small"
          aria-label={`Remove ${user.email}`}
          disabled={refusal !== null}
          onClick={() => onRemove(user)}
        >
          <DeleteIcon fontSize="small" />
        </IconButton>
      </span>
    </Tooltip>
  );
}

function columnsOf(
  projectId: number,
  mayManage: boolean,
  seesProfiles: boolean,
): DataColumn<ProjectUser>[] {
  return [
    {
      id: 'email',
      label: 'Email',
      value: ({ email }) => email,
      fixed: true,
      ...(seesProfiles && {
        cell: ({ id, email }: ProjectUser) => (
          <Link component={RouterLink} to={paths.adminUserProfile(id)}>
            {email}
          </Link>
        ),
      }),
    },
    { id: 'name', label: 'Name', value: ({ name }) => name },
    {
      id: 'role',
      label: 'Role',
      value: ({ role }) => role,
      cell: (user) =>
        mayManage ? (
          <RoleOfUser projectId={projectId} user={user} />
        ) : (
          <RoleChip role={user.role} />
        ),
    },
  ];
}

interface RoleOfUserProps {
  projectId: number;
  user: ProjectUser;
}

function RoleOfUser({ projectId, user: { id, email, role, version } }: RoleOfUserProps) {
  const assign = useAssignUser(projectId);
  return (
    <HeldRole
      label={`Role of ${email}`}
      {...{ projectId, role }}
      pending={assign.isPending ? assign.variables.role : undefined}
      onChange={(chosen) => assign.mutate({ user: id, role: chosen, replaces: version })}
    />
  );
}
