import { useQueryClient } from '@tanstack/react-query';
import { Suspense, useState } from 'react';
import { useParams } from 'react-router';
import { idParamSchema } from '@portal/contracts/scalars';
import { profileOptions } from '../../features/profile/api';
import { userKeys } from '../../entities/users/api';
import { UserProfile } from '../../features/users/user-profile';
import { subjectOf, useSessionStore } from '../../session/session-store';
import { NotFoundPage } from './not-found-page';
import { lazyPart } from '../../ui/lazy-part';

const ProfileDialog = lazyPart(async () => ({
  default: (await import('../../features/profile/profile-dialog')).ProfileDialog,
}));

const SessionsDialog = lazyPart(async () => ({
  default: (await import('../../features/sessions/sessions-dialog')).SessionsDialog,
}));

/** The page of one user, with the form of the profile and the list of sessions. */
export function UserProfilePage() {
  const { data: userId } = idParamSchema.safeParse(useParams()['userId']);
  return userId === undefined ? <NotFoundPage /> : <Profile key={userId} userId={userId} />;
}

function Profile({ userId }: { userId: number }) {
  const [editing, setEditing] = useState<{ name: string }>();
  const [sessionsOf, setSessionsOf] = useState<{ name: string }>();
  const isOwn = useSessionStore(({ session }) => subjectOf(session)) === String(userId);
  const client = useQueryClient();

  function close(): void {
    setEditing(undefined);
    void client.invalidateQueries({ queryKey: userKeys.user(userId) });
    // The next form starts with what is stored then.
    client.removeQueries({ queryKey: profileOptions(userId).queryKey });
  }

  return (
    <>
      <UserProfile
        userId={userId}
        onEdit={(name) => setEditing({ name })}
        onSessions={(name) => setSessionsOf({ name })}
      />
      {sessionsOf && (
        <Suspense>
          <SessionsDialog
            userId={userId}
            {...(!isOwn && { name: sessionsOf.name })}
            onClose={() => setSessionsOf(undefined)}
          />
        </Suspense>
      )}
      {editing && (
        <Suspense>
          <ProfileDialog
            {...(!isOwn && { other: { id: userId, name: editing.name } })}
            onClose={close}
          />
        </Suspense>
      )}
    </>
  );
}
