import { useQueryClient } from '@tanstack/react-query';
import { useParams } from 'react-router';
import { idParamSchema } from '@portal/contracts/scalars';
import { profileOptions } from '../../features/profile/api';
import { userKeys } from '../../entities/users/api';
import { UserProfile } from '../../features/users/user-profile';
import { subjectOf, useSessionStore } from '../../session/session-store';
import { NotFoundPage } from './not-found-page';
import { PAGE_SUBJECTS } from './page-subjects';
import { useDialog } from '../../ui/dialogs/use-dialog';
import { lazyPart } from '../../ui/lazy-part';

const ProfileDialog = lazyPart(
  async () => (await import('../../features/profile/profile-dialog')).ProfileDialog,
);

const SessionsDialog = lazyPart(
  async () => (await import('../../features/sessions/sessions-dialog')).SessionsDialog,
);

/** The page of one user, with the form of the profile and the list of sessions. */
export function UserProfilePage() {
  const { data: userId } = idParamSchema.safeParse(useParams()['userId']);
  return userId === undefined ? <NotFoundPage /> : <Profile key={userId} userId={userId} />;
}

function Profile({ userId }: { userId: number }) {
  const { dialog, open } = useDialog();
  const isOwn = useSessionStore(({ session }) => subjectOf(session)) === String(userId);
  const client = useQueryClient();

  function forget(): void {
    void client.invalidateQueries({ queryKey: userKeys.user(userId) });
    // The next form starts with what is stored then.
    client.removeQueries({ queryKey: profileOptions(userId).queryKey });
  }

  return (
    <>
      <UserProfile
        userId={userId}
        pages={PAGE_SUBJECTS}
        onEdit={(name) =>
          open((close) => (
            <ProfileDialog
              {...(!isOwn && { other: { id: userId, name } })}
              onClose={() => {
                close();
                forget();
              }}
            />
          ))
        }
        onSessions={(name) =>
          open((onClose) => <SessionsDialog {...{ userId, onClose }} {...(!isOwn && { name })} />)
        }
      />
      {dialog}
    </>
  );
}
