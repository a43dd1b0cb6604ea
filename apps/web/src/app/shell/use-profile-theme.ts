import { profileSchema } from '@portal/contracts/auth';
import { useColorScheme } from '@mui/material/styles';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useEffectEvent } from 'react';
import { logError } from '../../lib/log';
import { api } from '../../session/api';
import type { ThemeName } from '../../ui/theme-storage';

const PROFILE_PATH = '/auth/profile/me';
const PROFILE_KEY = ['profile', 'me'] as const;

/** Applies the theme of the profile once it is loaded; errors are only logged. */
export function useProfileTheme(): void {
  const { setMode } = useColorScheme();
  const { data, error } = useQuery({
    queryKey: PROFILE_KEY,
    queryFn: ({ signal }) => api.call(PROFILE_PATH, profileSchema, { signal }),
    staleTime: Number.POSITIVE_INFINITY,
  });
  // MUI returns a new `setMode` after each change; only a loaded profile may set the theme.
  const takeOver = useEffectEvent((theme: ThemeName) => setMode(theme));
  useEffect(() => {
    if (data?.theme) takeOver(data.theme);
  }, [data]);
  useEffect(() => {
    if (error) logError('The theme could not be loaded', error);
  }, [error]);
}

/** Stores a theme in the profile; errors are only logged. */
export function useSaveTheme(): (theme: ThemeName) => void {
  const queryClient = useQueryClient();
  const { mutate } = useMutation({
    // A pending profile response contains the old theme; it must not undo the choice.
    onMutate: () => queryClient.cancelQueries({ queryKey: PROFILE_KEY }),
    mutationFn: (theme: ThemeName) =>
      api.call(PROFILE_PATH, profileSchema, { method: 'PUT', body: { theme } }),
    onSuccess: (profile) => queryClient.setQueryData(PROFILE_KEY, profile),
    onError: (error) => logError('The theme could not be saved', error),
  });
  return mutate;
}
