import AddIcon from '~icons/ic/baseline-add';
import { Box, Button, Typography } from '@mui/material';
import { memo, Suspense, useState } from 'react';
import { SectionCard } from '../../../ui/section-card';
import { useDialog } from '../../../ui/dialogs/use-dialog';
import { LoadError } from '../../../ui/load-error';
import { Pager } from '../../../tables/pager';
import { type Target, useDeleteTarget, useTargets } from '../api';
import type { Trainer } from './target-dialog';
import { TargetTable, weekOf } from './target-table';
import { usePages } from '../../../tables/use-pages';
import { firstFreeWeek } from './week-options';
import { lazyPart } from '../../../ui/lazy-part';

const TargetDialog = lazyPart(() => import('./target-dialog'));
const SIZE = 8;

interface TargetsCardProps {
  podName: string;
  thisWeek: string;
  /** The week of the open form for a new target; null while it is closed. */
  newFor: string | null;
  onNew: (week: string | null) => void;
  trainers: readonly Trainer[];
}

/** The weekly targets of a pod: create, edit and delete. */
export const TargetsCard = memo(function TargetsCard(props: TargetsCardProps) {
  const { podName, thisWeek, newFor, onNew, trainers } = props;
  const list = useTargets(podName);
  const remove = useDeleteTarget(podName);
  const [edited, setEdited] = useState<Target>();
  const { dialog, confirm } = useDialog();
  const targets = list.data?.items ?? [];
  const { page, shown, setPage } = usePages(targets, SIZE);

  return (
    <SectionCard
      title="Weekly targets"
      detail="For each trainer on each weekday; a week's target is five times as much."
      actions={
        <Button
          variant="contained"
          startIcon={<AddIcon />}
          disabled={!list.data}
          onClick={() => onNew(firstFreeWeek(thisWeek, targets))}
        >
          Create target
        </Button>
      }
      sx={{ mt: 2 }}
    >
      <LoadError
        error={list.error}
        at={list.errorUpdatedAt}
        fallback="Error loading items"
        onRetry={() => void list.refetch()}
      />
      {list.isPending ? (
        <Typography role="status" color="textSecondary">
          Loading...
        </Typography>
      ) : targets.length > 0 ? (
        <>
          <TargetTable
            targets={shown}
            thisWeek={thisWeek}
            onEdit={setEdited}
            onDelete={(target) =>
              confirm({
                title: 'Delete this weekly target?',
                text: `It no longer holds: ${weekOf(target)}. Progress is judged by the target that holds then, if there is one.`,
                confirm: 'Delete',
                onConfirm: () => remove.mutate(target),
              })
            }
          />
          <Box sx={{ mt: 1 }}>
            <Pager
              label="weekly targets"
              page={page}
              size={SIZE}
              total={targets.length}
              onPage={setPage}
            />
          </Box>
        </>
      ) : (
        !list.isError && <Typography color="textSecondary">No weekly targets yet.</Typography>
      )}
      <Suspense fallback={null}>
        {list.data && (edited !== undefined || newFor !== null) && (
          <TargetDialog
            podName={podName}
            targets={targets}
            thisWeek={thisWeek}
            target={edited}
            week={newFor ?? thisWeek}
            trainers={trainers}
            onClose={() => {
              setEdited(undefined);
              onNew(null);
            }}
          />
        )}
      </Suspense>
      {dialog}
    </SectionCard>
  );
});
