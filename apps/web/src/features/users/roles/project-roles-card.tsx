import Box from '@mui/material/Box';
import Skeleton from '@mui/material/Skeleton';
import Typography from '@mui/material/Typography';
import { ALL_PROJECTS_ID } from '@portal/contracts/permissions';
import type { ProjectRole } from '@portal/contracts/user-access';
import { useState } from 'react';
import { SectionCard } from '../../../ui/section-card';
import { ConfirmDialog } from '../../../ui/dialogs/confirm-dialog';
import { useProjectRoles, useRemoveRole } from '../api';
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
  const [removing, setRemoving] = useState<ProjectRole>();
  const remove = useRemoveRole(userId);
  return (
    <SectionCard
      title="Project Roles"
      detail="One role in each project; a role in all projects applies everywhere"
    >
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
        {(roles) => (
          <>
            {roles.length === 0 ? (
              <Typography variant="body2" color="textSecondary">
                {name} has no role in a project yet.
              </Typography>
            ) : (
              <Box component="ul" sx={{ m: 0, p: 0, listStyle: 'none' }}>
                {roles.map((role) => (
                  <RoleRow
                    key={role.project_id}
                    userId={userId}
                    held={role}
                    onRemove={() => setRemoving(role)}
                  />
                ))}
              </Box>
            )}
            <AssignRoleForm userId={userId} held={roles} />
          </>
        )}
      </QueryView>
      {removing && (
        <ConfirmDialog
          title="Remove this role?"
          text={`${name} loses the role '${removing.role}' in ${placeOf(removing)} immediately.`}
          confirm="Remove"
          cancel="Cancel"
          onConfirm={() => {
            remove.mutate(removing.project_id);
            setRemoving(undefined);
          }}
          onCancel={() => setRemoving(undefined)}
        />
      )}
    </SectionCard>
  );
}

function placeOf({ project_id, project_name }: ProjectRole): string {
  return project_id === ALL_PROJECTS_ID ? 'all projects' : project_name;
}
