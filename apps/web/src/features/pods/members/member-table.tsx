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
import { memberName, roleGroups } from '../role-groups';
import { MemberRole } from './member-role';
import { FailurePanel } from '../../../ui/failure';
import type { ShownMember } from './pending-changes';

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
    <Box
      sx={{
        display: 'flex',
        alignItems: 'center',
        gap: 1.5,
        minWidth: 0,
        opacity: pending ? 0.6 : 1,
      }}
    >
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
    </Box>
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
