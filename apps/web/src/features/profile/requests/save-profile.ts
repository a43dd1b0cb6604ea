import type { Profile } from '@portal/contracts/auth';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { ItemChange } from '../../../forms/conflict';
import { profileOptions, putProfile, type ProfileOwner } from './profile';

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
