import {
  Button,
  CircularProgress,
  DialogActions,
  DialogContent,
  LinearProgress,
  Typography,
} from '@mui/material';
import type { ListMeta, FieldMeta } from '@portal/contracts/lists';
import type { ListBulkResult } from '@portal/contracts/list-bulk';
import type { ProblemItem } from '@portal/contracts/problem';
import { ApiError, detailOf } from '../../lib/api-error';
import { Columns, Row } from '../../ui/layout';
import { useBulkChange, useBulkPreview } from '../api';
import {
  consequences,
  countText,
  selectionText,
  without,
  type BulkChange,
  type BulkSelection,
} from './bulk-selection';
import { RefusalList } from './refusal-list';
import { SampleList } from './sample-list';

interface BulkPreviewProps {
  meta: ListMeta;
  fields: readonly FieldMeta[];
  selection: BulkSelection;
  change: BulkChange;
  onSelection: (selection: BulkSelection) => void;
  /** Leads to the new values. */
  onBack?: () => void;
  onCancel: () => void;
  onDone: () => void;
}

/** What the change will do, as the server counts it, and the button that does it. */
export function BulkPreview(props: BulkPreviewProps) {
  const { meta, fields, selection, change, onSelection, onBack, onCancel, onDone } = props;
  const preview = useBulkPreview(meta, selection, change);
  const write = useBulkChange(meta, selection, change);
  const result = preview.isFetching ? undefined : preview.data;
  const error = write.error ?? (preview.isFetching ? null : preview.error);
  const refusals = error instanceof ApiError ? error.errors : (result?.refusals ?? []);
  const rest = restOf(selection, refusals);
  // Only another selection has fewer items.
  const canCheckAgain = !(error instanceof ApiError && error.code === 'too-many-items');
  const canRun = result !== undefined && result.changed > 0 && result.refused === 0;

  const leaveOut = rest && {
    onLeaveOut: () => {
      write.reset();
      onSelection(rest);
    },
  };

  function checkAgain(): void {
    write.reset();
    void preview.refetch();
  }

  return (
    <>
      <DialogContent sx={{ display: 'grid', gap: 2, gridAutoRows: 'max-content' }}>
        {preview.isFetching && (
          <Row gap={1.5} role="status">
            <CircularProgress size={20} aria-hidden />
            <Typography>Checking {selectionText(meta, selection)}…</Typography>
          </Row>
        )}
        {error && (
          <RefusalList
            meta={meta}
            title={detailOf(error, change ? 'Error updating items' : 'Error deleting items')}
            refusals={refusals}
            before={result?.sample.map(({ before }) => before) ?? []}
            {...leaveOut}
          />
        )}
        {result && !error && (
          <>
            {result.refused > 0 && (
              <RefusalList
                meta={meta}
                title={`${result.refused_is_minimum ? 'At least ' : ''}${countText(meta, result.refused)} cannot be ${change ? 'changed' : 'deleted'}. Nothing is ${change ? 'changed' : 'deleted'} unless all selected items can be.`}
                refusals={refusals}
                {...leaveOut}
              />
            )}
            {result.refused === 0 && <Outcome {...{ meta, fields, change, result }} />}
            {write.isPending && <Underway {...{ meta, change, result }} />}
          </>
        )}
      </DialogContent>
      <DialogActions sx={{ px: 3, pb: 2.5 }}>
        {onBack && (
          <Button onClick={onBack} disabled={write.isPending} sx={{ mr: 'auto' }}>
            Back
          </Button>
        )}
        <Button onClick={onCancel} disabled={write.isPending}>
          Cancel
        </Button>
        {error ? (
          canCheckAgain && (
            <Button variant="contained" onClick={checkAgain}>
              Check Again
            </Button>
          )
        ) : (
          <Button
            variant="contained"
            color={change ? 'primary' : 'error'}
            disabled={!canRun}
            loading={write.isPending}
            onClick={() => result && write.mutate(result.count, { onSuccess: onDone })}
          >
            {change ? 'Change' : 'Delete'} {canRun && countText(meta, result.changed)}
          </Button>
        )}
      </DialogActions>
    </>
  );
}

/** One request writes all items or none, so there is no share that is done. */
function Underway({ meta, change, result }: Omit<OutcomeProps, 'fields'>) {
  const [doing, done] = change ? ['Changing', 'changed'] : ['Deleting', 'deleted'];
  return (
    <Columns role="status" gap={1}>
      <Typography variant="body2" color="textSecondary">
        {doing} {countText(meta, result.changed)}. This can take a minute; nothing is {done} until
        all are.
      </Typography>
      <LinearProgress aria-hidden />
    </Columns>
  );
}

interface OutcomeProps extends Pick<BulkPreviewProps, 'meta' | 'fields' | 'change'> {
  result: ListBulkResult;
}

/** What will change, with the first items. */
function Outcome({ meta, fields, change, result }: OutcomeProps) {
  const { changed, sample } = result;
  return (
    <>
      <Typography>{summary(meta, change, result)}</Typography>
      <SampleList
        meta={meta}
        fields={fields.filter(({ name }) => change !== null && name in change)}
        sample={sample}
      />
      {changed > sample.length && sample.length > 0 && (
        <Typography variant="body2" color="textSecondary">
          and {countText(meta, changed - sample.length)} more
        </Typography>
      )}
    </>
  );
}

function summary(meta: ListMeta, change: BulkChange, result: ListBulkResult): string {
  const { count, changed } = result;
  if (change === null) return `${countText(meta, changed)} will be deleted.${consequences(result)}`;
  if (changed === 0) return 'All selected items have these values already.';
  const same = count - changed;
  const rest = same > 0 ? ` ${countText(meta, same)} will stay the same.` : '';
  return `${countText(meta, changed)} will change.${rest}${consequences(result)}`;
}

/** The selection without the refused items that the server names; undefined if it names none. */
function restOf(
  selection: BulkSelection,
  refusals: readonly ProblemItem[],
): BulkSelection | undefined {
  const items = new Set(refusals.flatMap(({ item }) => (item === undefined ? [] : [Number(item)])));
  return items.size > 0 ? (without(selection, [...items]) ?? undefined) : undefined;
}
