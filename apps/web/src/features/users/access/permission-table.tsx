import { Box, Typography } from '@mui/material';
import type { GrantSource, ProjectAccess } from '@portal/contracts/user-access';
import { PlainTable, type PlainColumn } from '../../../tables/plain-table';
import { usePodPath } from '../../../entities/pods/pod-link';
import { podRoleTitle, RoleChip, roleTitle } from '../../../ui/role-chip';

/** Each permission of a project with the roles that grant it. */
export function PermissionTable({ access }: { access: ProjectAccess }) {
  const { project_name, permissions, sources } = access;
  if (permissions.length === 0) {
    return (
      <Box sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: 1 }}>
        {sources.map((source) => (
          <SourceChip key={keyOf(source)} source={source} />
        ))}
        <Typography variant="body2" color="textSecondary">
          The role has no permissions beyond the user's own data.
        </Typography>
      </Box>
    );
  }
  return (
    <PlainTable
      label={`Permissions in ${project_name}`}
      columns={columnsOf(sources)}
      rows={permissions}
      rowKey={(permission) => permission}
      sx={{ '& tbody tr:last-child > *': { border: 0 } }}
    />
  );
}

function columnsOf(sources: readonly GrantSource[]): PlainColumn<string>[] {
  return [
    {
      head: 'Permission',
      cell: (permission) => (
        <>
          {permission}
          {permission === 'full-access' && (
            <Typography variant="caption" component="div" color="textSecondary">
              includes every permission
            </Typography>
          )}
        </>
      ),
      sx: { pl: 0, width: '50%', overflowWrap: 'anywhere' },
    },
    {
      head: 'Comes from',
      cell: (permission) => (
        <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 0.75 }}>
          {sources
            .filter((source) => source.permissions.some((one) => one === permission))
            .map((source) => (
              <SourceChip key={keyOf(source)} source={source} />
            ))}
        </Box>
      ),
      sx: { pr: 0 },
    },
  ];
}

function SourceChip({ source }: { source: GrantSource }) {
  switch (source.kind) {
    case 'role':
      return <RoleChip role={source.role} label={`Role: ${roleTitle(source.role)}`} />;
    case 'pod':
      return <PodChip {...source} />;
    case 'all-projects':
      return <RoleChip role={source.role} label={`Global Access: ${roleTitle(source.role)}`} />;
  }
}

function PodChip({ pod_name: podName, pod_role: role }: Extract<GrantSource, { kind: 'pod' }>) {
  return (
    <RoleChip
      role={role === 'lead' ? 'pod-lead' : role}
      label={`Pod ${podName}: ${podRoleTitle(role)}`}
      to={usePodPath(podName)}
    />
  );
}

function keyOf(source: GrantSource): string {
  return source.kind === 'pod' ? `pod ${source.pod_name}` : `${source.kind} ${source.role}`;
}
