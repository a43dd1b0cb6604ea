import DeleteIcon from '~icons/ic/outline-delete';
import EditIcon from '~icons/ic/outline-edit';
import { IconButton, Switch, Tooltip, Typography } from '@mui/material';
import type { ApiToken } from '@portal/contracts/api-tokens';
import { useMemo, type ReactNode } from 'react';
import { HistoryButton } from '../../../lists/list/history-button';
import { formatDayOf, formatRelative } from '../../../lib/format';
import { Instant } from '../../../ui/instant';
import type { DataColumn } from '../../../tables/columns';
import { DataTable } from '../../../tables/data-table';
import { useUpdateApiToken } from './api';

/** Tokens on one page. */
const PAGE_SIZE = 10;
const FAILED = { failed: 'Failed to save API token' };

interface TokenTableProps {
  userId: number;
  /** Undefined while they load. */
  tokens: readonly ApiToken[] | undefined;
  /** When they were loaded, in epoch milliseconds. */
  loadedAt: number;
  error: ReactNode;
  empty: ReactNode;
  onEdit: (token: ApiToken) => void;
  onDelete: (token: ApiToken) => void;
}

/** Name, state, creation, last use and expiry of each token. */
export function TokenTable(props: TokenTableProps) {
  const { userId, tokens, loadedAt, error, empty, onEdit, onDelete } = props;
  const { mutate, isPending, variables } = useUpdateApiToken(userId, FAILED);
  const changingId = isPending ? variables.before.id : undefined;
  const columns = useMemo(
    () =>
      columnsOf(loadedAt, (token) => (
        <Switch
          size="small"
          checked={token.is_active !== (token.id === changingId)}
          readOnly={token.id === changingId}
          onChange={(_event, isActive) =>
            mutate({ before: token, change: { is_active: isActive } })
          }
          slotProps={{ input: { 'aria-label': `Active: ${token.name}` } }}
        />
      )),
    [loadedAt, changingId, mutate],
  );
  return (
    <DataTable
      name="api-tokens"
      label="API tokens"
      columns={columns}
      rows={tokens}
      rowId={({ id }) => String(id)}
      paging={{ by: 'client', size: PAGE_SIZE }}
      error={error}
      empty={empty}
      actions={actionsOf({ onEdit, onDelete })}
    />
  );
}

function actionsOf({ onEdit, onDelete }: Pick<TokenTableProps, 'onEdit' | 'onDelete'>) {
  return (token: ApiToken) => (
    <>
      <Tooltip title="Edit">
        <IconButton size="small" aria-label={`Edit ${token.name}`} onClick={() => onEdit(token)}>
          <EditIcon fontSize="small" />
        </IconButton>
      </Tooltip>
      <HistoryButton entity="api_token" id={String(token.id)} name={token.name} />
      <Tooltip title="Delete">
        <IconButton
          size="small"
          aria-label={`Delete ${token.name}`}
          onClick={() => onDelete(token)}
        >
          <DeleteIcon fontSize="small" />
        </IconButton>
      </Tooltip>
    </>
  );
}

function columnsOf(
  now: number,
  activeSwitch: (token: ApiToken) => ReactNode,
): DataColumn<ApiToken>[] {
  return [
    { id: 'name', label: 'Name', value: ({ name }) => name, fixed: true },
    {
      id: 'is_active',
      label: 'Active',
      value: (token) => Number(token.is_active),
      cell: activeSwitch,
      fixed: true,
    },
    {
      id: 'last_used_at',
      label: 'Last used',
      value: (token) => token.last_used_at,
      cell: ({ last_used_at: at }) =>
        at === null ? 'Never' : <Instant at={at} format={() => formatRelative(at, now)} />,
      fixed: true,
    },
    {
      id: 'expires_at',
      label: 'Expires',
      value: (token) => token.expires_at,
      cell: (token) => <Expiry at={token.expires_at} now={now} />,
      fixed: true,
    },
    {
      id: 'created_at',
      label: 'Created',
      value: (token) => token.created_at,
      cell: ({ created_at: at }) => <Instant at={at} format={formatDayOf} />,
      fixed: true,
    },
  ];
}

function Expiry({ at, now }: { at: string | null; now: number }) {
  if (at === null) return 'Never';
  const isOver = Date.parse(at) <= now;
  return (
    <Typography variant="inherit" component="span" color={isOver ? 'error' : 'inherit'}>
      {isOver && 'Expired '}
      <Instant at={at} format={formatDayOf} />
    </Typography>
  );
}
