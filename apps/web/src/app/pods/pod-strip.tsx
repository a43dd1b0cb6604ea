import GroupIcon from '@mui/icons-material/GroupOutlined';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Drawer from '@mui/material/Drawer';
import { useEffect, useRef, useState } from 'react';
import { NavLink, useLocation } from 'react-router';
import { MemberPanel } from '../../features/pods/member-panel';
import { plural } from '../../lib/format';
import { usePod } from '../../session/open-pod';
import { usePodLinks } from './pod-links';

/** The side panel of a pod on narrow screens: a row of links, and the members in a drawer. */
export function PodStrip({ podName }: { podName: string }) {
  const links = usePodLinks(podName);
  const count = usePod().members.data?.length;
  const [open, setOpen] = useState(false);
  const nav = useRef<HTMLElement>(null);
  const { pathname } = useLocation();
  const openPage = links.findIndex(({ to }) => to === pathname);
  // On a phone the row is wider than the screen: show the link of the open page.
  useEffect(() => {
    const current = nav.current?.children[openPage];
    if (!nav.current || !(current instanceof HTMLElement)) return;
    nav.current.scrollLeft =
      current.offsetLeft - (nav.current.clientWidth - current.offsetWidth) / 2;
  }, [openPage]);
  return (
    <>
      <Box
        component="nav"
        ref={nav}
        aria-label="Pod"
        sx={(theme) => ({
          display: 'flex',
          gap: 0.5,
          position: 'relative',
          overflowX: 'auto',
          mx: { xs: -2, sm: -3 },
          px: { xs: 1, sm: 2 },
          mt: { xs: -1.5, sm: -2 },
          mb: 2.5,
          pb: 1,
          borderBottom: `1px solid ${theme.vars.palette.line.soft}`,
        })}
      >
        {links.map(({ to, label, icon: Icon }) => (
          <Button
            key={to}
            component={NavLink}
            to={to}
            end
            size="small"
            startIcon={<Icon />}
            sx={{
              flexShrink: 0,
              color: 'text.secondary',
              '&.active': { color: 'text.primary' },
              '&.active .MuiSvgIcon-root': { color: 'primary.main' },
            }}
          >
            {label}
          </Button>
        ))}
        <Button
          size="small"
          startIcon={<GroupIcon />}
          aria-haspopup="dialog"
          onClick={() => setOpen(true)}
          sx={{ flexShrink: 0, color: 'text.secondary' }}
        >
          {count === undefined ? 'Team' : plural(count, 'person', 'people')}
        </Button>
      </Box>
      <Drawer
        open={open}
        onClose={() => setOpen(false)}
        anchor="bottom"
        slotProps={{
          paper: {
            'aria-label': 'Pod members',
            sx: { borderRadius: '16px 16px 0 0', maxHeight: '80dvh', px: 1, py: 2.5 },
          },
        }}
      >
        <MemberPanel />
      </Drawer>
    </>
  );
}
