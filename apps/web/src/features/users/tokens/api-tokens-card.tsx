import AddIcon from '~icons/ic/baseline-add';
import { Button, Skeleton, Typography } from '@mui/material';
import type { ApiToken } from '@portal/contracts/api-tokens';
import { Suspense, useState } from 'react';
import { SectionCard } from '../../../ui/section-card';
import { ConfirmDialog } from '../../../ui/dialogs/confirm-dialog';
import { useApiTokens, useDeleteApiToken } from './api';
import { FailureAlert } from '../../../ui/failure';
import { lazyPart } from '../../../ui/lazy-part';
import { serverTimeOf } from '../../../lib/server-clock';

const TokenTable = lazyPart(async () => ({
  default: (await import(/* at once */ './token-table')).TokenTable,
}));
const TokenDialog = lazyPart(() => import('./token-dialog'));

type OpenDialog =
  | { readonly kind: 'new' }
  | { readonly kind: 'edit'; readonly token: ApiToken }
  | { readonly kind: 'delete'; readonly token: ApiToken };

/** The API tokens of a user, newest first: create, rename, switch off and delete. */
export function ApiTokensCard({ userId, name }: { userId: number; name: string }) {
  const { data: tokens, error, refetch, dataUpdatedAt } = useApiTokens(userId);
  const [open, setOpen] = useState<OpenDialog>();
  const close = () => setOpen(undefined);
  return (
    <SectionCard
      title="API Tokens"
      detail={`Programs with a token act as ${name}, with all permissions of the account`}
      actions={
        <Button variant="outlined" startIcon={<AddIcon />} onClick={() => setOpen({ kind: 'new' })}>
          Create Token
        </Button>
      }
    >
      <Suspense fallback={<Skeleton variant="rounded" height={120} />}>
        <TokenTable
          userId={userId}
          tokens={tokens}
          loadedAt={serverTimeOf(dataUpdatedAt)}
          error={
            !tokens &&
            error && (
              <FailureAlert
                title="Failed to load API tokens"
                detail={error.message}
                onRetry={refetch}
              />
            )
          }
          empty={
            <Typography variant="body2" color="textSecondary">
              {name} has no API tokens.
            </Typography>
          }
          onEdit={(token) => setOpen({ kind: 'edit', token })}
          onDelete={(token) => setOpen({ kind: 'delete', token })}
        />
      </Suspense>
      <Suspense>
        {open?.kind === 'new' && <TokenDialog userId={userId} onClose={close} />}
        {open?.kind === 'edit' && (
          <TokenDialog userId={userId} token={open.token} onClose={close} />
        )}
      </Suspense>
      {open?.kind === 'delete' && (
        <DeleteTokenDialog userId={userId} token={open.token} onClose={close} />
      )}
    </SectionCard>
  );
}

interface DeleteTokenDialogProps {
  userId: number;
  token: ApiToken;
  onClose: () => void;
}

function DeleteTokenDialog({ userId, token, onClose }: DeleteTokenDialogProps) {
  const remove = useDeleteApiToken(userId);
  return (
    <ConfirmDialog
      title="Delete this API token?"
      text={`Programs that use '${token.name}' lose access immediately. This cannot be undone.`}
      confirm="Delete"
      cancel="Cancel"
      onConfirm={() => {
        remove.mutate(token.id);
        onClose();
      }}
      onCancel={onClose}
    />
  );
}
