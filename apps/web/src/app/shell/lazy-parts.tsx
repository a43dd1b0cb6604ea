import { lazyPart } from '../../ui/lazy-part';

// Parts of the shell that the login card does not need.

export const SignedInShell = lazyPart(
  async () => (await import('./signed-in-shell')).SignedInShell,
);

export const ConnectionBadge = lazyPart(
  async () => (await import('./connection-badge')).ConnectionBadge,
);

export const SavingThemeToggle = lazyPart(
  async () => (await import('./saving-theme-toggle')).SavingThemeToggle,
);

export const UserMenu = lazyPart(async () => (await import('./user-menu')).UserMenu);

export const NavDrawer = lazyPart(async () => (await import('./nav-drawer')).NavDrawer);

export const WallFrame = lazyPart(async () => (await import('./wall-frame')).WallFrame);

export const PaletteButton = lazyPart(
  async () => (await import('../palette/palette-button')).PaletteButton,
);
