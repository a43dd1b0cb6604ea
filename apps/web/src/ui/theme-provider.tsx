import { CssBaseline, ThemeProvider as MuiThemeProvider } from '@mui/material';
import type { ComponentProps, ReactNode } from 'react';
import { followStored } from '../lib/storage';
import { theme } from './theme';
import { THEME_STORAGE_KEY, readTheme, writeTheme } from './theme-storage';

type StorageManager = NonNullable<ComponentProps<typeof MuiThemeProvider>['storageManager']>;

/** Dark by default; the user's choice is stored and synchronised across tabs. */
export function ThemeProvider({ children }: { children: ReactNode }) {
  return (
    <MuiThemeProvider
      theme={theme}
      defaultMode="dark"
      modeStorageKey={THEME_STORAGE_KEY}
      storageManager={storageManager}
      // No server rendering: the mode is known at the first render.
      noSsr
      // At once: else each element with a transition fades by itself.
      disableTransitionOnChange
    >
      <CssBaseline enableColorScheme />
      {children}
    </MuiThemeProvider>
  );
}

/** Stores the mode only and validates it when reading. */
const storageManager: StorageManager = ({ key }: { key: string }) => ({
  get: (fallback: unknown) => (key === THEME_STORAGE_KEY ? readTheme() : fallback),
  set: (value: unknown) => {
    if (key === THEME_STORAGE_KEY) writeTheme(value);
  },
  subscribe: (handler: (value: unknown) => void) => {
    if (key !== THEME_STORAGE_KEY) return () => undefined;
    return followStored(THEME_STORAGE_KEY, () => handler(readTheme()));
  },
});
