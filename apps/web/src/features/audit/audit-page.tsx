import HistoryIcon from '~icons/ic/outline-history';
import { Box, Button, Skeleton, Typography } from '@mui/material';
import { ExportButton } from '../../lists/list/export-button';
import { messageOf } from '../../lib/api-error';
import { plural } from '../../lib/format';
import { useUrlState } from '../../lib/url-state';
import { useDrawn } from '../../lib/use-drawn';
import { useProjectStore } from '../../lib/project-store';
import { ChangesCard } from '../../ui/changes-card';
import { dimmedIf } from '../../ui/dimmed';
import { MessagePanel } from '../../ui/message-panel';
import { PageHeader } from '../../ui/page-header';
import { Pager } from '../../tables/pager';
import { AUDIT_PARAMS, filtersOf, isFiltered, NO_FILTER, PAGE_SIZE } from './audit-params';
import { AuditFilters } from './audit-filters';
import { GroupItem } from './list/group-item';
import { useGroups } from './api';
import { FailurePanel } from '../../ui/failure';
import { useDialog } from '../../ui/dialogs/use-dialog';
import { lazyPart } from '../../ui/lazy-part';

const AUDIT_LIST = { base: '/audit/', label_plural: 'Changes' };

const UndoDialog = lazyPart(() => import('./undo/undo-dialog'));

/** Who changed what and when; each transaction can be undone. */
export function AuditPage() {
  const [state, setState] = useUrlState(AUDIT_PARAMS);
  const known = useProjectStore(({ authorised }) => authorised) ?? [];
  const filters = filtersOf(state, known);
  const query = useGroups({ page: state.page, size: PAGE_SIZE, filters });
  const { error } = query;
  const drawn = useDrawn(query, state);
  const label = drawn?.label ?? state;
  const data = drawn?.data;
  const groups = data?.items;
  const isOld = drawn?.isOld ?? false;
  const { dialog, open } = useDialog();

  const clear = () => setState({ ...NO_FILTER, page: 1 });
  return (
    <>
      <PageHeader
        title="Audit"
        subtitle="Every change made through the portal or its API and every import, newest first. Changes that were made together are undone together."
        actions={<ExportButton meta={AUDIT_LIST} query={{ filters }} />}
      />
      <AuditFilters
        state={state}
        isFiltered={isFiltered(state)}
        onFilter={(change) => setState({ ...change, page: 1 })}
        onClear={clear}
      />
      <ChangesCard isPending={query.isPending} isOld={isOld}>
        {error ? (
          <FailurePanel
            title="Error loading items"
            detail={messageOf(error, 'The audit could not be loaded.')}
            onRetry={query.refetch}
          />
        ) : groups === undefined ? (
          <Loading />
        ) : groups.length === 0 ? (
          <Empty filtered={isFiltered(state) || state.page > 1} onClear={clear} />
        ) : (
          <Box component="ul" sx={{ ...dimmedIf(isOld) }}>
            {groups.map((group) => (
              <GroupItem
                key={`${group.group_id} ${state.group}`}
                group={group}
                filters={filtersOf({ ...label, group: group.group_id }, known)}
                isOnly={state.group !== null}
                onUndo={() =>
                  open((onClose) => <UndoDialog group={group.group_id} onClose={onClose} />)
                }
              />
            ))}
          </Box>
        )}
      </ChangesCard>
      {data && (
        <Box sx={{ mt: 1, ...dimmedIf(isOld) }}>
          <Pager
            label="changes"
            page={state.page - 1}
            size={PAGE_SIZE}
            total={data.total}
            estimated={data.total_is_estimate}
            onPage={(page) => setState({ page: page + 1 })}
          />
          {data.kept_days > 0 && (
            <Typography variant="body2" color="textSecondary">
              {`Changes are kept for ${plural(data.kept_days, 'day', 'days')}. Older ones are no longer listed, and cannot be undone.`}
            </Typography>
          )}
        </Box>
      )}
      {dialog}
    </>
  );
}

function Loading() {
  return (
    <Box role="status" aria-label="Loading changes" sx={{ p: 2 }}>
      {Array.from({ length: 8 }, (_, index) => (
        <Skeleton key={index} height={44} />
      ))}
    </Box>
  );
}

function Empty({ filtered, onClear }: { filtered: boolean; onClear: () => void }) {
  return filtered ? (
    <MessagePanel
      icon={HistoryIcon}
      title="No changes found"
      detail="Nothing matches the filters. Of an import the audit has its counts; each task has its own history."
      action={<Button onClick={onClear}>Clear All</Button>}
    />
  ) : (
    <MessagePanel
      icon={HistoryIcon}
      title="No changes yet"
      detail="The next change of a project, a user or any other item is listed here."
    />
  );
}
