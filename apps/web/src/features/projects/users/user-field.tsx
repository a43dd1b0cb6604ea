import { Box, Typography } from '@mui/material';
import type { ProjectUser } from '@portal/contracts/projects';
import type { ListedUser } from '@portal/contracts/users';
import { searchUsers, userKeys } from '../../../entities/users/api';
import { Invite } from '../../../entities/users/invite';
import { AsyncPicker } from '../../../ui/pickers/async-picker';

interface UserFieldProps {
  projectId: number;
  value: ListedUser | null;
  onChange: (user: ListedUser | null) => void;
  /** They are not offered. */
  assigned: readonly ProjectUser[];
}

/** Chooses a user who has no role in the project yet. */
export function UserField({ projectId, value, onChange, assigned }: UserFieldProps) {
  const taken = new Set(assigned.map(({ id }) => id));
  return (
    <AsyncPicker
      label="User"
      size="small"
      renderNoMatch={(text) => <Invite {...{ text, projectId }} />}
      searchKey={[...userKeys.searches, 'others', [...taken]]}
      search={async (text, signal) =>
        (await searchUsers(text, signal)).filter(({ id }) => !taken.has(id))
      }
      keyOf={({ id }) => String(id)}
      labelOf={({ email }) => email}
      renderOption={({ email, name }) => (
        <Box sx={{ minWidth: 0 }}>
          <Typography variant="body2" noWrap>
            {email}
          </Typography>
          <Typography variant="caption" color="textSecondary" noWrap component="div">
            {name}
          </Typography>
        </Box>
      )}
      value={value}
      onChange={onChange}
    />
  );
}
