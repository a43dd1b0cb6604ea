import { crudListSchema } from '@portal/contracts/crud';
import { z } from 'zod';
import { api } from '../../../session/api';

const usersSchema = crudListSchema(z.object({ email: z.string() }));
const FOUND = 20;

/** Email addresses that contain a text, of the visible users. */
export async function searchEmails(text: string, signal: AbortSignal): Promise<string[]> {
  const query = { page: 1, size: FOUND, ...(text !== '' && { search: text }) };
  const { items } = await api.call('/auth/users/', usersSchema, { query, signal });
  return items.map(({ email }) => email);
}
