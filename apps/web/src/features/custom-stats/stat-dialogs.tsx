import type { CustomStat } from '@portal/contracts/custom-stats';
import { Suspense } from 'react';
import { ConfirmDialog } from '../../ui/dialogs/confirm-dialog';
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

interface StatDialogsProps {
  projectId: number;
  open: OpenDialog | undefined;
  onOpen: (dialog: OpenDialog | undefined) => void;
}

/** The dialogs of the page; they are loaded when they open. */
export function StatDialogs({ projectId, open, onOpen }: StatDialogsProps) {
  const remove = useDeleteStat(projectId);
  const close = () => onOpen(undefined);
  switch (open?.kind) {
    case undefined:
      return null;
    case 'examples':
      return (
        <Suspense>
          <ExamplesDialog
            onUse={(example) => onOpen({ kind: 'create', example })}
            onClose={close}
          />
        </Suspense>
      );
    case 'create':
      return (
        <Suspense>
          <StatDialog
            projectId={projectId}
            example={open.example}
            copyOf={open.copyOf}
            onClose={close}
          />
        </Suspense>
      );
    case 'edit':
      return (
        <Suspense>
          <StatDialog projectId={projectId} stat={open.stat} onClose={close} />
        </Suspense>
      );
    case 'delete':
      return (
        <ConfirmDialog
          title="Delete this custom statistic?"
          text={`'${open.stat.name}' and its query are deleted for all users of the project.`}
          confirm="Delete"
          cancel="Cancel"
          onConfirm={() => {
            remove.mutate(open.stat);
            close();
          }}
          onCancel={close}
        />
      );
  }
}
