import { usePod } from '../../../entities/pods/open-pod';
import { userOf, useSessionStore } from '../../../session/session-store';
import { useDialog } from '../../../ui/dialogs/use-dialog';
import { useChangeRole } from '../api';
import { memberName, type PodRole } from '../role-groups';
import type { ShownMember } from './pending-changes';
import { POD_ROLE_TITLES as ROLE_TITLES } from '../../../entities/pods/pod-roles';
import { RoleField } from './role-field';

/** The role of a member. Changing the user's own role or that of the last lead asks first. */
export function MemberRole({ member }: { member: ShownMember }) {
  const { user_email: email, role: current } = member;
  const { podName, members } = usePod();
  const own = useSessionStore(userOf)?.email === email;
  const lastLead =
    current === 'lead' && members.data?.filter(({ role }) => role === 'lead').length === 1;
  const change = useChangeRole(podName);
  const { dialog, confirm } = useDialog();

  function choose(role: PodRole): void {
    if (role === current) return;
    const save = () => change.mutate({ kind: 'role', email, role });
    if (!own && !lastLead) return save();
    const name = memberName(member);
    const loss = own
      ? `You lose what the role ${ROLE_TITLES[current]} permits in ${podName}, and may be unable to change it back.`
      : `${name} loses what the role ${ROLE_TITLES[current]} permits in ${podName}.`;
    confirm({
      title: `Change ${own ? 'your own role' : `the role of ${name}`} to ${ROLE_TITLES[role]}?`,
      text: lastLead ? `${loss} ${podName} then has no lead.` : loss,
      confirm: 'Change role',
      onConfirm: save,
    });
  }

  return (
    <>
      <RoleField
        bare
        label={`Role of ${memberName(member)}`}
        role={current}
        readOnly={member.pending}
        onChange={choose}
      />
      {dialog}
    </>
  );
}
