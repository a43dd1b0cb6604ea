import { useState } from 'react';
import { usePod } from '../../../entities/pods/open-pod';
import { userOf, useSessionStore } from '../../../session/session-store';
import { ConfirmDialog } from '../../../ui/dialogs/confirm-dialog';
import { useChangeRole } from '../api';
import { memberName, type PodRole } from '../role-groups';
import type { ShownMember } from './pending-changes';
import { ROLE_TITLES, RoleField } from './role-field';

/** The role of a member. Changing the user's own role or that of the last lead asks first. */
export function MemberRole({ member }: { member: ShownMember }) {
  const { user_email: email, role: current } = member;
  const { podName, members } = usePod();
  const own = useSessionStore(userOf)?.email === email;
  const lastLead =
    current === 'lead' && members.data?.filter(({ role }) => role === 'lead').length === 1;
  const change = useChangeRole(podName);
  const [wanted, setWanted] = useState<PodRole>();
  const save = (role: PodRole) => change.mutate({ kind: 'role', email, role });

  function choose(role: PodRole): void {
    if (role === current) return;
    if (own || lastLead) setWanted(role);
    else save(role);
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
      {wanted && (
        <ConfirmDialog
          title={`Change ${own ? 'your own role' : `the role of ${memberName(member)}`} to ${ROLE_TITLES[wanted]}?`}
          text={[
            own
              ? `You lose what the role ${ROLE_TITLES[current]} permits in ${podName}, and may be unable to change it back.`
              : `${memberName(member)} loses what the role ${ROLE_TITLES[current]} permits in ${podName}.`,
            ...(lastLead ? [`${podName} then has no lead.`] : []),
          ].join(' ')}
          confirm="Change role"
          cancel="Cancel"
          onConfirm={() => {
            save(wanted);
            setWanted(undefined);
          }}
          onCancel={() => setWanted(undefined)}
        />
      )}
    </>
  );
}
