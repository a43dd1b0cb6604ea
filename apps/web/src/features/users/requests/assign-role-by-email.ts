import { projectMemberSchema } from '@portal/contracts/projects';
import { api } from '../../../session/api';

/** Assigns a role in a project to the user with this email. */
export async function assignRoleByEmail(
  projectId: number,
  email: string,
  role: string,
): Promise<void> {
  await api.call(`/projects/${projectId}/users`, projectMemberSchema, {
    method: 'POST',
    body: { email, role_name: role },
  });
}
