import GroupIcon from '~icons/ic/outline-group';
import Button from '@mui/material/Button';
import Drawer from '@mui/material/Drawer';
import { useState } from 'react';
import { MemberPanel } from '../../features/pods/member-panel';
import { plural } from '../../lib/format';
import { LinkStrip } from '../link-strip';
import { usePod } from '../../entities/pods/open-pod';
import { usePodLinks } from './pod-links';

/** The side panel of a pod on narrow screens: a row of links, and the members in a drawer. */
export function PodStrip({ podName }: { podName: string }) {
  const links = usePodLinks(podName);
  const count = usePod().members.data?.length;
  const [open, setOpen] = useState(false);
  return (
    <>
      <LinkStrip label="Pod" links={links}>
        <Button
          size="small"
          startIcon={<GroupIcon />}
          aria-haspopup="dialog"
          onClick={() => setOpen(true)}
          sx={{ flexShrink: 0, color: 'text.secondary' }}
        >
          {count === undefined ? 'Team' : plural(count, 'person', 'people')}
        </Button>
      </LinkStrip>
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
