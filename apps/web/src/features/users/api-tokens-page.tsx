import KeyIcon from '~icons/ic/outline-key';
import { Box, Card, Typography } from '@mui/material';
import { idParamSchema } from '@portal/contracts/scalars';
import type { ListedUser } from '@portal/contracts/users';
import { useQueryClient } from '@tanstack/react-query';
import { searchUsers, userKeys, useUser } from '../../entities/users/api';
import { urlParam, useUrlState } from '../../lib/url-state';
import { MessagePanel } from '../../ui/message-panel';
import { PageHeader } from '../../ui/page-header';
import { AsyncPicker } from '../../ui/pickers/async-picker';
import { QueryView } from '../../ui/query-view';
import { ApiTokensCard } from './tokens/api-tokens-card';

const PARAMS = { user: urlParam(idParamSchema, null) };

/** The API tokens of a user that the page chooses. */
export function ApiTokensPage() {
  const [{ user: userId }, setState] = useUrlState(PARAMS);
  return (
    <>
      <PageHeader title="API Tokens" subtitle="Choose a user to see and manage their API tokens" />
      {userId === null ? (
        <NobodyChosen onChoose={(id) => setState({ user: id })} />
      ) : (
        <TokensOf key={userId} userId={userId} onChoose={(id) => setState({ user: id })} />
      )}
    </>
  );
}

interface Choosing {
  onChoose: (userId: number | null) => void;
}

function NobodyChosen({ onChoose }: Choosing) {
  return (
    <Card>
      <PickerBar user={null} onChoose={onChoose} />
      <MessagePanel
        icon={KeyIcon}
        title="No user selected"
        detail="Search by name or email. The tokens of the user are listed here."
      />
    </Card>
  );
}

function TokensOf({ userId, onChoose }: Choosing & { userId: number }) {
  const user = useUser(userId);
  return (
    <Box sx={{ display: 'grid', gridTemplateColumns: 'minmax(0, 1fr)', gap: 2.5 }}>
      <Card>
        <PickerBar user={user.data ?? null} onChoose={onChoose} />
      </Card>
      <QueryView query={user} pending={null} failed="Error loading user information" inLine>
        {({ name, email }) => <ApiTokensCard userId={userId} name={name || email} />}
      </QueryView>
    </Box>
  );
}

function PickerBar({ user, onChoose }: Choosing & { user: ListedUser | null }) {
  const client = useQueryClient();
  return (
    <Box sx={{ p: 2.5, maxWidth: 520 }}>
      <AsyncPicker
        label="User"
        searchKey={userKeys.searches}
        search={searchUsers}
        keyOf={({ id }) => String(id)}
        labelOf={({ name, email }) => (name ? `${name} (${email})` : email)}
        renderOption={({ name, email }) => (
          <Box sx={{ minWidth: 0 }}>
            <Typography variant="body2">{name || email}</Typography>
            <Typography variant="caption" color="textSecondary">
              {email}
            </Typography>
          </Box>
        )}
        value={user}
        onChange={(chosen) => {
          if (chosen) client.setQueryData(userKeys.user(chosen.id), chosen);
          onChoose(chosen?.id ?? null);
        }}
      />
    </Box>
  );
}
