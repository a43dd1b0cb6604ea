import DarkModeIcon from '~icons/ic/outline-dark-mode';
import LightModeIcon from '~icons/ic/outline-light-mode';
import { IconButton, useColorScheme } from '@mui/material';
import type { ThemeName } from '../../ui/theme-storage';

/** Switches between dark and light. */
export function ThemeToggle({ onToggle }: { onToggle?: (theme: ThemeName) => void }) {
  const { mode, setMode } = useColorScheme();
  const next: ThemeName = mode === 'light' ? 'dark' : 'light';
  const label = `Switch to ${next} theme`;
  return (
    <IconButton
      aria-label={label}
      // The login card loads no tooltip.
      title={label}
      onClick={() => {
        setMode(next);
        onToggle?.(next);
      }}
    >
      {next === 'light' ? <LightModeIcon fontSize="small" /> : <DarkModeIcon fontSize="small" />}
    </IconButton>
  );
}
