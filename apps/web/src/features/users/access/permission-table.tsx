import Box from '@mui/material/Box';
import Table from '@mui/material/Table';
import TableBody from '@mui/material/TableBody';
import TableCell from '@mui/material/TableCell';
import TableHead from '@mui/material/TableHead';
import TableRow from '@mui/material/TableRow';
import Typography from '@mui/material/Typography';
import type { GrantSource, ProjectAccess } from '@portal/contracts/user-access';
import { RoleChip } from '../../../ui/role-chip';

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
    <Table size="small" aria-label={`Permissions in ${project_name}`}>
      <TableHead>
        <TableRow>
          <TableCell sx={{ pl: 0, width: '50%' }}>Permission</TableCell>
          <TableCell sx={{ pr: 0 }}>Comes from</TableCell>
        </TableRow>
      </TableHead>
      <TableBody>
        {permissions.map((permission) => (
          <TableRow key={permission} sx={{ '&:last-child td, &:last-child th': { border: 0 } }}>
            <TableCell component="th" scope="row" sx={{ pl: 0, overflowWrap: 'anywhere' }}>
              {permission}
              {permission === 'full-access' && (
                <Typography variant="caption" component="div" color="textSecondary">
                  includes every permission
                </Typography>
              )}
            </TableCell>
            <TableCell sx={{ pr: 0 }}>
              <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 0.75 }}>
                {sources
                  .filter((source) => source.permissions.includes(permission))
                  .map((source) => (
                    <SourceChip key={keyOf(source)} source={source} />
                  ))}
              </Box>
            </TableCell>
          </TableRow>
        ))}
      </TableBody>
    </Table>
  );
}

function SourceChip({ source }: { source: GrantSource }) {
  switch (source.kind) {
    case 'role':
      return <RoleChip role={source.role} label={`Role: ${source.role}`} />;
    case 'pod':
      return (
        <RoleChip
          role={source.pod_role === 'lead' ? 'pod-lead' : source.pod_role}
          label={`Pod ${source.pod_name}: ${source.pod_role}`}
        />
      );
    case 'all-projects':
      return <RoleChip role={source.role} label={`Global Access: ${source.role}`} />;
  }
}

function keyOf(source: GrantSource): string {
  return source.kind === 'pod' ? `pod ${source.pod_name}` : `${source.kind} ${source.role}`;
}
