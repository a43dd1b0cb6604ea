import { lazy } from 'react';

// Parts of the shell that the login card does not need.

export const SignedInShell = lazy(async () => ({
  default: (await import('./signed-in-shell')).SignedInShell,
}));

export const ConnectionBadge = lazy(async () => ({
  default: (await import('./connection-badge')).ConnectionBadge,
}));

export const SavingThemeToggle = lazy(async () => ({
  default: (await import('./saving-theme-toggle')).SavingThemeToggle,
}));

export const UserMenu = lazy(async () => ({ default: (await import('./user-menu')).UserMenu }));

export const NavDrawer = lazy(async () => ({ default: (await import('./nav-drawer')).NavDrawer }));

export const WallFrame = lazy(async () => ({ default: (await import('./wall-frame')).WallFrame }));

export const PaletteButton = lazy(async () => ({
  default: (await import('../palette/palette-button')).PaletteButton,
}));
