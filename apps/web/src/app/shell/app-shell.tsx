import { Box, GlobalStyles } from '@mui/material';
import { Suspense, useCallback, useState, type MouseEvent, useEffect } from 'react';
import { Outlet, ScrollRestoration, useNavigation } from 'react-router';
import { isAuthenticated, useSessionStore } from '../../session/session-store';
import { useWallMode } from '../../ui/wall-mode/use-wall-mode';
import { NavDrawer, SignedInShell, WallFrame } from './lazy-parts';
import { CONTENT_ID, TOP_BAR_HEIGHT } from './measures';
import { NoticeBars, NoticeBar } from '../../ui/notice-bar';
import { StripFrame } from './strip-frame';
import { TopBar } from './top-bar';
import { lazyPart } from '../../ui/lazy-part';
import { useUnkept } from '../../lib/storage';
import { checkVersion, useNewVersion, watchParts } from '../../lib/new-version';
import { useLiveStore } from '../../live/live-store';

const MAIN_ID = 'main';
/** What is scrolled or tabbed to is not hidden by the top bar. */
const BELOW_TOP_BAR = { html: { scrollPaddingTop: TOP_BAR_HEIGHT } };

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
      {!wall && <GlobalStyles styles={BELOW_TOP_BAR} />}
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

/** Says what this browser does not store, until the user has read it; again with each further thing. */
function UnkeptNotice() {
  const { unkept } = useUnkept();
  const [read, setRead] = useState(0);
  if (unkept.length === 0 || unkept.length === read) return null;
  return (
    <NoticeBar action="OK" onAction={() => setRead(unkept.length)}>
      {unkept.includes('the sign-in')
        ? `You cannot sign in, because this browser stores nothing for the portal. Allow site data for ${window.location.host}, or free its space.`
        : `This browser stores no more for the portal: its space is full, or site data is blocked. After a reload these are as before or gone: ${unkept.join(', ')}.`}
    </NoticeBar>
  );
}

/** Offers a new version of the client, which a reload opens; a wall takes it by itself. */
function VersionNotice() {
  const { isNew } = useNewVersion();
  const [wall] = useWallMode();
  useEffect(watchParts, []);
  useEffect(checkAfterReconnecting, []);
  useEffect(() => {
    if (isNew && wall) window.location.reload();
  }, [isNew, wall]);
  if (!isNew || wall) return null;
  return (
    <NoticeBar action="Reload" onAction={() => window.location.reload()}>
      A new version is here.
    </NoticeBar>
  );
}

/** A release ends the connections of the one before. */
function checkAfterReconnecting(): () => void {
  return useLiveStore.subscribe(({ connectionNo }, before) => {
    if (connectionNo > 1 && connectionNo !== before.connectionNo) void checkVersion();
  });
}
