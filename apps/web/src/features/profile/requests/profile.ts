import { profileSchema, type Profile, type ProfileUpdate } from '@portal/contracts/auth';
import { queryOptions, useQuery } from '@tanstack/react-query';
import { api } from '../../../session/api';

/** Whose profile: the signed-in user's, or another one's by id, which needs permissions. */
export type ProfileOwner = 'me' | number;

export function useProfile(owner: ProfileOwner) {
  return useQuery(profileOptions(owner));
}

/** A profile is loaded once; saving it replaces the cached one. */
export function profileOptions(owner: ProfileOwner) {
  return queryOptions({
    queryKey: ['profile', owner],
    queryFn: ({ signal }) => api.call(pathOf(owner), profileSchema, { signal }),
    staleTime: Number.POSITIVE_INFINITY,
  });
}

/** Changes the present fields. */
export function putProfile(owner: ProfileOwner, update: ProfileUpdate): Promise<Profile> {
  return api.call(pathOf(owner), profileSchema, { method: 'PUT', body: update });
}

function pathOf(owner: ProfileOwner): string {
  return owner === 'me' ? '/auth/profile/me' : `/auth/users/${owner}/profile`;
}
