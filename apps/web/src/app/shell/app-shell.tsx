import { Box } from '@mui/material';
import { Suspense, useCallback, useState, type MouseEvent } from 'react';
import { Outlet, ScrollRestoration, useNavigation } from 'react-router';
import { isAuthenticated, useSessionStore } from '../../session/session-store';
import { useWallMode } from '../../ui/wall-mode/use-wall-mode';
import { NavDrawer, SignedInShell, WallFrame } from './lazy-parts';
import { CONTENT_ID, TOP_BAR_HEIGHT } from './measures';
import { NoticeBars } from './notice-bar';
import { StripFrame } from './strip-frame';
import { TopBar } from './top-bar';
import { UnkeptNotice } from './unkept-notice';
import { VersionNotice } from './version-notice';
import { lazyPart } from '../../ui/lazy-part';

const MAIN_ID = 'main';

/** Layout of every page. */
export function AppShell() {
  const [drawerOpen, setDrawerOpen] = useState(false);
  const [drawerUsed, setDrawerUsed] = useState(false);
  if (drawerOpen && !drawerUsed) setDrawerUsed(true);
  const signedIn = useSessionStore(isAuthenticated);
  const [kiosk, setWall] = useWallMode();
  const leaveWall = useCallback(() => setWall(false), [setWall]);
  const wall = kiosk && signedIn;
  return (
    <Box sx={{ display: 'flex', flexDirection: 'column', minHeight: '100dvh' }}>
      <SkipLink />
      {!wall && <TopBar onMenu={() => setDrawerOpen((open) => !open)} />}
      <NavigationProgress />
      <Suspense fallback={!wall && <StripFrame />}>{signedIn && <SignedInShell />}</Suspense>
      <Box
        component="main"
        id={MAIN_ID}
        tabIndex={-1}
        sx={{ display: 'flex', flexDirection: 'column', flex: 1, outline: 'none' }}
      >
        <Outlet />
      </Box>
      <Suspense>{wall && <WallFrame onLeave={leaveWall} />}</Suspense>
      <Suspense>
        {drawerUsed && <NavDrawer open={drawerOpen} onClose={() => setDrawerOpen(false)} />}
      </Suspense>
      <NoticeBars>
        <UnkeptNotice />
        <VersionNotice />
      </NoticeBars>
      <ScrollRestoration getKey={scrollKey} />
    </Box>
  );
}

/** A page opened by its URL has the key 'default', as all such pages do: its path tells them apart. */
function scrollKey({ key, pathname }: { key: string; pathname: string }): string {
  return key === 'default' ? pathname : key;
}

function SkipLink() {
  return (
    <Box
      component="a"
      href={`#${MAIN_ID}`}
      onClick={skip}
      sx={(theme) => ({
        position: 'absolute',
        left: 12,
        top: -60,
        zIndex: theme.zIndex.tooltip,
        px: 2,
        py: 1,
        borderRadius: 1,
        backgroundColor: 'primary.main',
        color: 'primary.contrastText',
        '&:focus': { top: 12 },
      })}
    >
      Skip to content
    </Box>
  );
}

/** Skips the sidebar, if there is one. */
function skip(event: MouseEvent): void {
  event.preventDefault();
  const content = document.getElementById(CONTENT_ID) ?? document.getElementById(MAIN_ID);
  content?.focus();
}

const LinearProgress = lazyPart(() => import('@mui/material/LinearProgress'));

/** A thin progress bar below the top bar while the next page loads. */
function NavigationProgress() {
  const { state } = useNavigation();
  if (state === 'idle') return null;
  return (
    <Box sx={{ position: 'fixed', top: TOP_BAR_HEIGHT - 2, insetInline: 0, zIndex: 'appBar' }}>
      <Suspense>
        <LinearProgress aria-label="Loading page" sx={{ height: 2, borderRadius: 0 }} />
      </Suspense>
    </Box>
  );
}
