import { useColorScheme } from '@mui/material';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useEffect, useEffectEvent } from 'react';
import { logError } from '../../lib/log';
import { setUserZone } from '../../lib/user-zone';
import { subjectOf, useSessionStore } from '../../session/session-store';
import type { ThemeName } from '../../ui/theme-storage';
import { profileOptions, putProfile, useProfile } from './api';

/** Applies the theme of the profile once it is loaded; errors are only logged. */
export function useProfileTheme(): void {
  const { setMode } = useColorScheme();
  const { data, error } = useProfile('me');
  // MUI returns a new `setMode` after each change; only a loaded profile may set the theme.
  const takeOver = useEffectEvent((theme: ThemeName) => setMode(theme));
  useEffect(() => {
    if (data?.theme) takeOver(data.theme);
  }, [data]);
  useEffect(() => {
    if (error) logError('The theme could not be loaded', error);
  }, [error]);
}

/** Shows instants in the time zone of the profile, once it is loaded. */
export function useProfileZone(): void {
  const zone = useProfile('me').data?.timezone;
  useEffect(() => {
    if (zone !== undefined) setUserZone(zone);
  }, [zone]);
  // The next user of the browser may be another one.
  useEffect(forgetZoneOnUserChange, []);
}

/** Also where a tab hears only of the next sign-in. */
function forgetZoneOnUserChange(): () => void {
  const stop = useSessionStore.subscribe(({ session }, before) => {
    if (subjectOf(session) !== subjectOf(before.session)) setUserZone(null);
  });
  return () => {
    stop();
    setUserZone(null);
  };
}

/** Stores a theme in the profile; errors are only logged. */
export function useSaveTheme(): (theme: ThemeName) => void {
  const queryClient = useQueryClient();
  const { queryKey } = profileOptions('me');
  const { mutate } = useMutation({
    // A pending profile response contains the old theme; it must not undo the choice.
    onMutate: () => queryClient.cancelQueries({ queryKey }),
    mutationFn: (theme: ThemeName) => putProfile('me', { theme }),
    onSuccess: (profile) => queryClient.setQueryData(queryKey, profile),
    onError: (error) => logError('The theme could not be saved', error),
  });
  return mutate;
}
