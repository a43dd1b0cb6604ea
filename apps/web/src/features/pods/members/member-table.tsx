import GroupsIcon from '~icons/ic/outline-groups';
import PersonRemoveIcon from '~icons/ic/outline-person-remove';
import { Box, IconButton, Tooltip, Typography } from '@mui/material';
import { POD_ROLES } from '@portal/contracts/constants';
import { useMemo } from 'react';
import { z } from 'zod';
import { formatDayOf } from '../../../lib/format';
import { urlParam, useUrlState } from '../../../lib/url-state';
import { Instant } from '../../../ui/instant';
import { MemberClock } from '../../../ui/member-clock';
import { MessagePanel } from '../../../ui/message-panel';
import type { DataColumn } from '../../../tables/columns';
import { DataTable } from '../../../tables/data-table';
import { UserPicture } from '../../../ui/user-picture';
import { memberName, roleGroups, type PodRole } from '../role-groups';
import { FailurePanel } from '../../../ui/failure';
import type { ShownMember } from './pending-changes';
import { usePod } from '../../../entities/pods/open-pod';
import { userOf, useSessionStore } from '../../../session/session-store';
import { useDialog } from '../../../ui/dialogs/use-dialog';
import { useChangeRole } from '../api';
import { POD_ROLE_TITLES as ROLE_TITLES } from '../../../entities/pods/pod-roles';
import { Row } from '../../../ui/layout';
import { RoleField } from './role-field';

const COLUMNS: readonly DataColumn<ShownMember>[] = [
  {
    id: 'name',
    label: 'Member',
    value: memberName,
    cell: (member) => <Name member={member} />,
    fixed: true,
  },
  {
    id: 'role',
    label: 'Role',
    value: ({ role }) => POD_ROLES.indexOf(role),
    cell: (member) => <MemberRole member={member} />,
    fixed: true,
  },
  {
    id: 'time',
    label: 'Local time',
    value: ({ timezone }) => timezone,
    cell: ({ timezone }) => <MemberClock zone={timezone} />,
    sortable: false,
  },
  {
    id: 'since',
    label: 'Member since',
    value: ({ created_at }) => created_at,
    cell: ({ created_at }) => <Instant at={created_at} format={formatDayOf} />,
  },
];

const SORTED = {
  sort: urlParam(z.enum(['name', 'role', 'since']), 'role'),
  order: urlParam(z.enum(['asc', 'desc']), 'asc'),
};

interface MemberTableProps {
  /** Undefined until they are loaded. */
  members: readonly ShownMember[] | undefined;
  failed: boolean;
  onRetry: () => void;
  onRemove: (member: ShownMember) => void;
}

/** The members with their roles and clocks. */
export function MemberTable({ members, failed, onRetry, onRemove }: MemberTableProps) {
  const [{ sort, order }, setSorted] = useUrlState(SORTED);
  const rows = useMemo(
    () => members && roleGroups(members).flatMap((group) => group.members),
    [members],
  );
  const actionsOf = (member: ShownMember) => <RemoveButton member={member} onRemove={onRemove} />;
  return (
    <DataTable
      name="pod-members"
      label="Members"
      columns={COLUMNS}
      rows={rows}
      rowId={({ user_email }) => user_email}
      sort={{ id: sort, order }}
      onSort={(next) => setSorted({ sort: SORTED.sort.read([next.id]), order: next.order })}
      maxHeight="none"
      actions={actionsOf}
      empty={
        <MessagePanel
          icon={GroupsIcon}
          title="This pod has no members"
          detail="Add a lead, reviewers and trainers above."
        />
      }
      error={
        failed &&
        !rows && (
          <FailurePanel
            icon={GroupsIcon}
            title="The members could not be loaded"
            onRetry={onRetry}
          />
        )
      }
    />
  );
}

function Name({ member }: { member: ShownMember }) {
  const { user_email: email, profile_picture: picture, pending } = member;
  const name = memberName(member);
  return (
    <Row gap={1.5} sx={{ minWidth: 0, opacity: pending ? 0.6 : 1 }}>
      <UserPicture user={{ name, email, picture }} size={34} />
      <Box sx={{ minWidth: 0 }}>
        <Typography variant="subtitle1" sx={{ overflowWrap: 'anywhere' }}>
          {name}
        </Typography>
        <Typography
          variant="caption"
          color="textSecondary"
          component="p"
          sx={{ overflowWrap: 'anywhere' }}
        >
          {email}
        </Typography>
      </Box>
    </Row>
  );
}

interface RemoveButtonProps {
  member: ShownMember;
  onRemove: (member: ShownMember) => void;
}

function RemoveButton({ member, onRemove }: RemoveButtonProps) {
  return (
    <Tooltip title="Remove">
      <span>
        <IconButton
          aria-label={`Remove ${memberName(member)}`}
          disabled={member.pending}
          onClick={() => onRemove(member)}
        >
          <PersonRemoveIcon fontSize="small" />
        </IconButton>
      </span>
    </Tooltip>
  );
}

/** The role of a member. Changing the user's own role or that of the last lead asks first. */
function MemberRole({ member }: { member: ShownMember }) {
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
