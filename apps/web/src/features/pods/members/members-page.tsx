import { Card, Skeleton } from '@mui/material';
import { Suspense } from 'react';
import { plural } from '../../../lib/format';
import { Freshness } from '../../../live/freshness';
import { useRoom } from '../../../live/use-live';
import { usePod } from '../../../entities/pods/open-pod';
import { userOf, useSessionStore } from '../../../session/session-store';
import { useDialog } from '../../../ui/dialogs/use-dialog';
import { LoadError } from '../../../ui/load-error';
import { PageHeader } from '../../../ui/page-header';
import { useRemoveMember } from '../api';
import { memberName } from '../role-groups';
import { MemberTable } from './member-table';
import { useShownMembers, type ShownMember } from './pending-changes';
import { lazyPart } from '../../../ui/lazy-part';

/** The search field is heavy. */
const AddMember = lazyPart(async () => (await import(/* at once */ './add-member')).AddMember);

/** Adds and removes members of the pod, and changes their roles. */
export function MembersPage() {
  const { podName, projectId, members } = usePod();
  const room = useRoom(projectId, podName);
  const shown = useShownMembers(podName, members.data);
  const ownEmail = useSessionStore(userOf)?.email;
  const remove = useRemoveMember(podName);
  const { dialog, confirm } = useDialog();

  function askToRemove(member: ShownMember): void {
    const { user_email: email } = member;
    const name = memberName(member);
    const own = ownEmail === email;
    confirm({
      title: own ? `Leave ${podName}?` : `Remove ${name} from ${podName}?`,
      text: own
        ? 'You lose what your role in this pod permits. Your tasks and reviews stay.'
        : `${name} loses what the role in this pod permits. Tasks and reviews stay.`,
      confirm: own ? 'Leave' : 'Remove',
      onConfirm: () => remove.mutate({ kind: 'remove', email }),
    });
  }

  return (
    <>
      <PageHeader
        title="Pod Members"
        subtitle={shown ? `${podName} · ${plural(shown.length, 'member', 'members')}` : podName}
        actions={<Freshness room={room} asOf={members.dataUpdatedAt} />}
      />
      <LoadError
        error={members.data && members.error}
        at={members.errorUpdatedAt}
        fallback="The members could not be loaded"
      />
      <Suspense fallback={<Skeleton variant="rounded" height={156} sx={{ mb: 2 }} />}>
        <AddMember podName={podName} members={shown ?? []} />
      </Suspense>
      <Card sx={{ p: { xs: 2, sm: 2.5 } }}>
        <MemberTable
          members={shown}
          failed={members.isError}
          onRetry={() => void members.refetch()}
          onRemove={askToRemove}
        />
      </Card>
      {dialog}
    </>
  );
}
