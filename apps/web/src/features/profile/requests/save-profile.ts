import type { ProfileUpdate } from '@portal/contracts/auth';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { profileOptions, putProfile, type ProfileOwner } from './profile';

/** Saves a profile with its form's texts of success and failure. */
export function useUpdateProfile(owner: ProfileOwner) {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (update: ProfileUpdate) => putProfile(owner, update),
    meta: { failed: 'Error updating profile', succeeded: 'Profile updated successfully' },
    onSuccess: (profile) => queryClient.setQueryData(profileOptions(owner).queryKey, profile),
  });
}
