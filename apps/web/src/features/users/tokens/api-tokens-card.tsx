import AddIcon from '~icons/ic/baseline-add';
import { Button, Skeleton, Typography } from '@mui/material';
import { Suspense } from 'react';
import { SectionCard } from '../../../ui/section-card';
import { useDialog } from '../../../ui/dialogs/use-dialog';
import { useApiTokens, useDeleteApiToken } from './api';
import { FailureAlert } from '../../../ui/failure';
import { lazyPart } from '../../../ui/lazy-part';
import { serverTimeOf } from '../../../lib/server-clock';

const TokenTable = lazyPart(async () => (await import(/* at once */ './token-table')).TokenTable);
const TokenDialog = lazyPart(() => import('./token-dialog'));

/** The API tokens of a user, newest first: create, rename, switch off and delete. */
export function ApiTokensCard({ userId, name }: { userId: number; name: string }) {
  const { data: tokens, error, refetch, dataUpdatedAt } = useApiTokens(userId);
  const remove = useDeleteApiToken(userId);
  const { dialog, open, confirm } = useDialog();
  return (
    <SectionCard
      title="API Tokens"
      detail={`Programs with a token act as ${name}, with all permissions of the account`}
      actions={
        <Button
          variant="outlined"
          startIcon={<AddIcon />}
          onClick={() => open((onClose) => <TokenDialog {...{ userId, onClose }} />)}
        >
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
          onEdit={(token) => open((onClose) => <TokenDialog {...{ userId, token, onClose }} />)}
          onDelete={({ id, name: tokenName }) =>
            confirm({
              title: 'Delete this API token?',
              text: `Programs that use '${tokenName}' lose access immediately. This cannot be undone.`,
              confirm: 'Delete',
              onConfirm: () => remove.mutate(id),
            })
          }
        />
      </Suspense>
      {dialog}
    </SectionCard>
  );
}
