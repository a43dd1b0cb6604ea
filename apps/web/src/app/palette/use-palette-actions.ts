import LogoutIcon from '~icons/ic/baseline-logout';
import DevicesIcon from '~icons/ic/outline-devices';
import PersonIcon from '~icons/ic/outline-manage-accounts';
import ThemeIcon from '~icons/ic/baseline-contrast';
import { useColorScheme } from '@mui/material';
import { useProfileDialog } from '../../features/profile/dialog-store';
import { useSaveTheme } from '../../features/profile/use-profile-theme';
import { useSessionsDialog } from '../../features/sessions/dialog-store';
import { useSignOut } from '../use-sign-out';
import type { PaletteItem } from './palette-item';

/** What the palette does itself, on any page. */
export function usePaletteActions(): PaletteItem[] {
  const { mode, setMode } = useColorScheme();
  const saveTheme = useSaveTheme();
  const showProfile = useProfileDialog((state) => state.show);
  const showSessions = useSessionsDialog((state) => state.show);
  const signOut = useSignOut();
  const next = mode === 'light' ? 'dark' : 'light';
  const group = 'Actions' as const;
  return [
    {
      ...{ key: 'action theme', group, label: `Switch to ${next} theme`, icon: ThemeIcon },
      words: 'dark light mode colours',
      run: () => {
        setMode(next);
        saveTheme(next);
      },
    },
    {
      ...{ key: 'action profile', group, label: 'View Profile', icon: PersonIcon },
      words: 'edit time zone slack',
      run: showProfile,
    },
    {
      ...{ key: 'action sessions', group, label: 'Where you are signed in', icon: DevicesIcon },
      words: 'sessions devices browsers sign out everywhere',
      run: showSessions,
    },
    {
      ...{ key: 'action sign out', group, label: 'Sign out', icon: LogoutIcon },
      words: 'logout log out',
      run: () => void signOut(),
    },
  ];
}
