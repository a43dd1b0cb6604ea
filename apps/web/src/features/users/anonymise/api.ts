import { type AnonymisationInput, anonymisationSchema } from '@portal/contracts/anonymisation';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { userKeys } from '../../../entities/users/api';
import { api } from '../../../session/api';

const pathOf = (userId: number) => `/auth/users/${userId}/anonymisation`;

/** What names the user, counted when a dialog opens. */
export function useAnonymisation(userId: number) {
  return useQuery({
    queryKey: [...userKeys.all(userId), 'anonymisation'],
    ...api.read(pathOf(userId), anonymisationSchema),
    gcTime: 0,
    staleTime: 0,
  });
}

/** Anonymises the user. What is on the screen may name the person, so all of it is fetched again. */
export function useAnonymise(userId: number) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (body: AnonymisationInput) => api.post(pathOf(userId), anonymisationSchema, body),
    meta: { succeeded: 'User anonymised' },
    onSuccess: () => void client.invalidateQueries(),
  });
}
