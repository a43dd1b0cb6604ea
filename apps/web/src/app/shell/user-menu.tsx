import { IconButton } from '@mui/material';
import { Suspense, useState } from 'react';
import { userOf, useSessionStore } from '../../session/session-store';
import { UserPicture } from '../../ui/user-picture';
import { lazyPart } from '../../ui/lazy-part';
import { Bell } from './bell';

const loadItems = async () => ({ default: (await import('./user-menu-items')).UserMenuItems });
const UserMenuItems = lazyPart(loadItems);

/** The bell, the signed-in user, and the sign-out button. */
export function UserMenu() {
  const user = useSessionStore(userOf);
  const [anchor, setAnchor] = useState<HTMLElement | null>(null);
  return (
    <>
      <Bell />
      <IconButton
        aria-label="User menu"
        aria-haspopup="menu"
        aria-expanded={anchor !== null}
        onPointerEnter={() => void loadItems()}
        onClick={(event) => setAnchor(event.currentTarget)}
        sx={{ p: 0.5 }}
      >
        <UserPicture user={user} size={30} />
      </IconButton>
      <Suspense>
        {anchor && <UserMenuItems anchor={anchor} onClose={() => setAnchor(null)} />}
      </Suspense>
    </>
  );
}
