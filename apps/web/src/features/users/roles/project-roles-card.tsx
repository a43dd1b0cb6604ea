import { Box, Skeleton, Typography } from '@mui/material';
import { ALL_PROJECTS_ID } from '@portal/contracts/permissions';
import { SectionCard } from '../../../ui/section-card';
import { useProjectRoles } from '../api';
import { AssignRoleForm } from './assign-role-form';
import { FailureAlert } from '../../../ui/failure';
import { QueryView } from '../../../ui/query-view';
import { detailOf } from '../../../lib/api-error';
import { RoleRow } from './role-row';

interface ProjectRolesCardProps {
  userId: number;
  name: string;
}

/** The user's roles in projects: assign, change and remove. */
export function ProjectRolesCard({ userId, name }: ProjectRolesCardProps) {
  return (
    <SectionCard title="Project Roles" detail="One role in each project">
      <QueryView
        query={useProjectRoles(userId)}
        pending={<Skeleton variant="rounded" height={120} />}
        renderFailure={(error, onRetry) => (
          <FailureAlert
            title="Error loading user project assignments"
            detail={detailOf(error, 'Failed to fetch user project assignments')}
            onRetry={onRetry}
          />
        )}
      >
        {(all) => {
          const roles = all.filter(({ project_id }) => project_id !== ALL_PROJECTS_ID);
          return (
            <>
              {roles.length === 0 ? (
                <Typography variant="body2" color="textSecondary">
                  {name} has no role in a project yet.
                </Typography>
              ) : (
                <Box component="ul">
                  {roles.map((role) => (
                    <RoleRow key={role.project_id} userId={userId} name={name} held={role} />
                  ))}
                </Box>
              )}
              <AssignRoleForm userId={userId} held={roles} />
            </>
          );
        }}
      </QueryView>
    </SectionCard>
  );
}
