import { lazyPart } from '../../ui/lazy-part';

// Parts of the shell that the login card does not need.

export const SignedInShell = lazyPart(async () => ({
  default: (await import('./signed-in-shell')).SignedInShell,
}));

export const ConnectionBadge = lazyPart(async () => ({
  default: (await import('./connection-badge')).ConnectionBadge,
}));

export const SavingThemeToggle = lazyPart(async () => ({
  default: (await import('./saving-theme-toggle')).SavingThemeToggle,
}));

export const UserMenu = lazyPart(async () => ({ default: (await import('./user-menu')).UserMenu }));

export const NavDrawer = lazyPart(async () => ({
  default: (await import('./nav-drawer')).NavDrawer,
}));

export const WallFrame = lazyPart(async () => ({
  default: (await import('./wall-frame')).WallFrame,
}));

export const PaletteButton = lazyPart(async () => ({
  default: (await import('../palette/palette-button')).PaletteButton,
}));
