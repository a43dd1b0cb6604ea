import { userSchema } from '@portal/contracts/users';
import { ApiError } from '../../../lib/api-error';
import { api } from '../../../session/api';

/** Creates an account, unless there is one with this email. */
export async function ensureUser(email: string, name: string): Promise<void> {
  const body = { email, ...(name !== '' && { name }) };
  try {
    await api.call('/auth/users/', userSchema, { method: 'POST', body });
  } catch (error) {
    if (!(error instanceof ApiError && error.code === 'conflict')) throw error;
  }
}
