import type { CustomStat } from '@portal/contracts/custom-stats';
import { Suspense } from 'react';
import type { Example } from './examples/examples-dialog';
import { useDeleteStat } from './api';
import { lazyPart } from '../../ui/lazy-part';

/** The open dialog of a user who manages the statistics. */
export type OpenDialog =
  | { readonly kind: 'examples' }
  | { readonly kind: 'create'; readonly example?: Example; readonly copyOf?: CustomStat }
  | { readonly kind: 'edit'; readonly stat: CustomStat }
  | { readonly kind: 'delete'; readonly stat: CustomStat };

const ExamplesDialog = lazyPart(() => import('./examples/examples-dialog'));
const StatDialog = lazyPart(() => import('./editor/stat-dialog'));
const ConfirmDialog = lazyPart(
  async () => (await import('../../ui/dialogs/confirm-dialog')).ConfirmDialog,
);

interface StatDialogsProps {
  projectId: number;
  open: OpenDialog | undefined;
  onOpen: (dialog: OpenDialog | undefined) => void;
}

/** The dialogs of the page; they are loaded when they open. */
export function StatDialogs(props: StatDialogsProps) {
  return <Suspense>{props.open && <StatDialogOf {...props} open={props.open} />}</Suspense>;
}

function StatDialogOf({ projectId, open, onOpen }: StatDialogsProps & { open: OpenDialog }) {
  const remove = useDeleteStat(projectId);
  const onClose = () => onOpen(undefined);
  switch (open.kind) {
    case 'examples':
      return (
        <ExamplesDialog onUse={(example) => onOpen({ kind: 'create', example })} {...{ onClose }} />
      );
    case 'create':
    case 'edit':
      return <StatDialog {...{ ...open, projectId, onClose }} />;
    case 'delete':
      return (
        <ConfirmDialog
          title="Delete this custom statistic?"
          text={`'${open.stat.name}' and its query are deleted for all users of the project.`}
          confirm="Delete"
          onConfirm={() => {
            remove.mutate(open.stat);
            onClose();
          }}
          onClose={onClose}
        />
      );
  }
}
