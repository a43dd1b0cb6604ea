import DarkModeIcon from '@mui/icons-material/DarkModeOutlined';
import LightModeIcon from '@mui/icons-material/LightModeOutlined';
import IconButton from '@mui/material/IconButton';
import Tooltip from '@mui/material/Tooltip';
import { useColorScheme } from '@mui/material/styles';
import { isAuthenticated, useSessionStore } from '../../session/session-store';
import type { ThemeName } from '../../ui/theme-storage';
import { useSaveTheme } from '../../features/profile/use-profile-theme';

/** Switches between dark and light; the choice of a signed-in user is stored in the profile. */
export function ThemeToggle() {
  const { mode, setMode } = useColorScheme();
  const signedIn = useSessionStore(isAuthenticated);
  const saveTheme = useSaveTheme();
  const next: ThemeName = mode === 'light' ? 'dark' : 'light';
  const label = `Switch to ${next} theme`;
  return (
    <Tooltip title={label}>
      <IconButton
        aria-label={label}
        onClick={() => {
          setMode(next);
          if (signedIn) saveTheme(next);
        }}
      >
        {next === 'light' ? <LightModeIcon fontSize="small" /> : <DarkModeIcon fontSize="small" />}
      </IconButton>
    </Tooltip>
  );
}
