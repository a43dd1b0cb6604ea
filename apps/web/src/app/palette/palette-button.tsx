import SearchIcon from '~icons/ic/baseline-search';
import { Box, ButtonBase } from '@mui/material';
import { useEffect } from 'react';
import { isApple } from '../../lib/keys';
import { visuallyHidden } from '../../ui/visually-hidden';
import { usePalette } from './palette-store';

/** Opens the command palette; so does Ctrl-K, on Apple's systems Cmd-K. */
export function PaletteButton() {
  const { toggle, hide } = usePalette();
  // The next user of this tab does not find it open.
  useEffect(() => hide, [hide]);
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      const chord = isApple ? event.metaKey && !event.ctrlKey : event.ctrlKey && !event.metaKey;
      if (!chord || event.altKey || event.shiftKey || event.key.toLowerCase() !== 'k') return;
      event.preventDefault();
      if (!event.repeat) toggle();
    };
    window.addEventListener('keydown', onKey);
    return () => window.removeEventListener('keydown', onKey);
  }, [toggle]);
  return (
    <ButtonBase
      onClick={toggle}
      aria-haspopup="dialog"
      aria-keyshortcuts={isApple ? 'Meta+K' : 'Control+K'}
      sx={(theme) => ({
        display: 'inline-flex',
        gap: 1,
        height: 34,
        px: { xs: 1, md: 1.25 },
        mr: { md: 1 },
        borderRadius: 1,
        typography: 'body2',
        color: 'text.secondary',
        border: { md: `1px solid ${theme.vars.palette.line.soft}` },
        backgroundColor: { md: theme.vars.palette.surface.sunken },
        '&:hover': { color: 'text.primary', borderColor: theme.vars.palette.line.strong },
      })}
    >
      <SearchIcon sx={{ fontSize: 19 }} />
      {/* The name of the button; narrow screens show the icon only. */}
      <Box
        component="span"
        sx={(theme) => ({ pr: 2, [theme.breakpoints.down('md')]: visuallyHidden })}
      >
        Search
      </Box>
      <Keys sx={{ display: { xs: 'none', md: 'inline' } }}>{isApple ? '⌘K' : 'Ctrl K'}</Keys>
    </ButtonBase>
  );
}

/** A key as on a keyboard. */
function Keys({ children, sx }: { children: string; sx: object }) {
  return (
    <Box
      component="kbd"
      aria-hidden
      sx={(theme) => ({
        ...sx,
        px: 0.75,
        borderRadius: 0.5,
        fontFamily: 'inherit',
        fontSize: '0.6875rem',
        fontWeight: 600,
        lineHeight: '18px',
        border: `1px solid ${theme.vars.palette.line.strong}`,
      })}
    >
      {children}
    </Box>
  );
}
