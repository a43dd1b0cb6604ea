import { type Profile, profileSchema } from '@portal/contracts/auth';
import { queryOptions, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import type { Fields, ItemChange } from '../../forms/conflict';
import { api } from '../../session/api';

/** Whose profile: the signed-in user's, or another one's by id, which needs permissions. */
type ProfileOwner = 'me' | number;

export function useProfile(owner: ProfileOwner) {
  return useQuery(profileOptions(owner));
}

/** Saving a profile replaces the cached one; a save in another tab is followed. */
export function profileOptions(owner: ProfileOwner) {
  return queryOptions({
    queryKey: ['profile', owner],
    ...api.read(pathOf(owner), profileSchema),
    meta: { reads: ['app_user'] },
  });
}

/** The profile as the server has it now. */
export function fetchProfile(owner: ProfileOwner): Promise<Profile> {
  return api.call(pathOf(owner), profileSchema);
}

/**
 * Changes the present fields.
 * @param version the change is refused if the profile has another one; without it the last wins
 */
export function putProfile(owner: ProfileOwner, body: Fields, version?: string): Promise<Profile> {
  return api.put(pathOf(owner), profileSchema, body, version);
}

function pathOf(owner: ProfileOwner): string {
  return owner === 'me' ? '/auth/profile/me' : `/auth/users/${owner}/profile`;
}

/** Changes fields of a profile. The form shows why it is refused. */
export function useUpdateProfile(owner: ProfileOwner) {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: ({ before, change }: ItemChange<Profile>) =>
      putProfile(owner, change, before.version),
    meta: { succeeded: 'Profile updated successfully' },
    onSuccess: (profile) => queryClient.setQueryData(profileOptions(owner).queryKey, profile),
  });
}
