import { crudListSchema } from '@portal/contracts/crud';
import { z } from 'zod';
import { typedEmail } from '../../../lib/typed-email';
import { api } from '../../../session/api';

const usersSchema = crudListSchema(z.object({ email: z.string() }));
const FOUND = 20;

/**
 * Email addresses that contain a text, of the visible users; last the text itself if it is another
 * email, because changes are also by deleted users and by users of other projects.
 */
export async function searchEmails(text: string, signal: AbortSignal): Promise<string[]> {
  const query = { page: 1, size: FOUND, ...(text !== '' && { search: text }) };
  const { items } = await api.call('/auth/users/', usersSchema, { query, signal });
  const found = items.map(({ email }) => email);
  return [...found, ...typedEmail(text, found)];
}
