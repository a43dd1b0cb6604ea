import { crudListSchema } from '@portal/contracts/crud';
import { useQuery } from '@tanstack/react-query';
import { z } from 'zod';
import { api } from '../../../session/api';

const userSchema = z.object({ email: z.string(), name: z.string() });
export type FoundUser = z.infer<typeof userSchema>;
const usersSchema = crudListSchema(userSchema);
const MAX_USERS = 6;

/** The users whose name or email contains the text; none without a text or a permission. */
export function useFoundUsers(text: string, permitted: boolean) {
  return useQuery({
    queryKey: ['palette', 'users', text],
    queryFn: ({ signal }) =>
      api.call('/auth/users/', usersSchema, {
        query: { size: MAX_USERS, sort_by: 'email', sort_order: 'asc', search: text },
        signal,
      }),
    enabled: permitted && text !== '',
    placeholderData: (previous) => (text === '' ? undefined : previous),
  });
}
