import { type onboardingSchema, onboardingResultSchema } from '@portal/contracts/onboarding';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { z } from 'zod';
import { api } from '../../../session/api';

/** Onboards people in one transaction, or says in a dry run what that would do. */
export function useOnboard() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (body: z.input<typeof onboardingSchema>) =>
      api.call('/auth/users/onboarding', onboardingResultSchema, { method: 'POST', body }),
    // Lists of users, roles and members are older than these changes.
    onSuccess: ({ dry_run }) => void (dry_run || client.invalidateQueries()),
  });
}
