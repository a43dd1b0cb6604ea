import UndoIcon from '~icons/ic/outline-undo';
import { Box, Button, Chip, Typography } from '@mui/material';
import type { AuditRecord, ChangeGroup } from '@portal/contracts/audit';
import { useState } from 'react';
import { Link } from 'react-router';
import { PodLink } from '../../../entities/pods/pod-link';
import { formatCount, plural } from '../../../lib/format';
import { paths, UNDO_HASH } from '../../../lib/paths';
import { useServerNow } from '../../../lib/server-clock';
import { useMay } from '../../../session/permissions';
import { Instant } from '../../../ui/instant';
import { changeText, groupText, onlyChangeOf, podOf, projectText } from '../change-texts';
import { importEndOf, importOfGroup } from '../import-texts';
import { ChangeDetails } from './change-details';
import { Expandable } from './expandable';
import { GroupRecords } from './group-records';
import { Preview } from './preview';

interface GroupItemProps {
  group: ChangeGroup;
  /** JSON of the conditions on its records. */
  filters: string;
  /** The page shows only this group. */
  isOnly: boolean;
  onUndo: () => void;
}

/** The changes of one transaction in one row, which expands. */
export function GroupItem({ group, filters, isOnly, onUndo }: GroupItemProps) {
  const [open, setOpen] = useState(isOnly);
  const { group_id: id, kinds, total, undone_by: undoneBy, changed_since: hasChanged } = group;
  const [{ newest }] = kinds;
  const imported = importOfGroup(group);
  const only = imported ? newest : onlyChangeOf(kinds);
  const text = groupText(group);
  const matching = kinds.reduce((sum, { count }) => sum + count, 0);

  return (
    <Box
      component="li"
      sx={{ '& + &': { borderTop: 1, borderColor: 'divider' }, px: { xs: 1, sm: 2 }, py: 1 }}
    >
      <Expandable
        label={text}
        open={open}
        onToggle={() => setOpen(!open)}
        facts={<ChangeFacts record={newest} projects={imported ? total : 1} />}
        preview={only && <Preview record={only} />}
        actions={
          <>
            {!imported && matching < total && (
              <GroupChip label={`Part of ${formatCount(total)} changes`} group={id} />
            )}
            {newest.undoes !== null && (
              <GroupChip label="Undo of an earlier change" group={newest.undoes} />
            )}
            {undoneBy !== null && <GroupChip label="Undone" group={undoneBy} />}
            {undoneBy === null && hasChanged && (
              <Typography variant="caption" color="textSecondary">
                Changed since
              </Typography>
            )}
            {newest.entity === 'task_import' && only && (
              <ImportLinks record={newest} isUndone={undoneBy !== null} />
            )}
            {undoneBy === null && !hasChanged && group.undoable && (
              <Button
                size="small"
                color="inherit"
                startIcon={<UndoIcon />}
                aria-label={`Undo: ${text}`}
                onClick={onUndo}
              >
                Undo
              </Button>
            )}
          </>
        }
      >
        {only ? (
          <ChangeDetails record={only} />
        ) : (
          <GroupRecords text={text} total={matching} filters={filters} />
        )}
      </Expandable>
    </Box>
  );
}

/** Opens the other group. */
function GroupChip({ label, group }: { label: string; group: number }) {
  return (
    <Chip
      size="small"
      variant="outlined"
      clickable
      component={Link}
      to={paths.adminAudit({ group })}
      label={label}
    />
  );
}

/** To the page of the import, for users who may open it; to its undo while that is possible. */
function ImportLinks({ record, isUndone }: { record: AuditRecord; isUndone: boolean }) {
  const may = useMay();
  const page = paths.adminImport(record.entity_id);
  const until = importEndOf(record)?.undo_until;
  const now = useServerNow(CLOCK_MS);
  const mayUndo = !isUndone && until !== undefined && Date.parse(until) > now;
  if (!may(['data-upload'])) return null;
  return (
    <>
      <Button
        size="small"
        color="inherit"
        component={Link}
        to={page}
        aria-label={`Open the page: ${changeText(record)}`}
      >
        Open
      </Button>
      {mayUndo && (
        <Button
          size="small"
          color="inherit"
          component={Link}
          to={`${page}#${UNDO_HASH}`}
          startIcon={<UndoIcon />}
          aria-label={`Undo on its page: ${changeText(record)}`}
        >
          Undo
        </Button>
      )}
    </>
  );
}

const CLOCK_MS = 60_000;

interface ChangeFactsProps {
  record: AuditRecord;
  /** Number of the projects in which the change is recorded. */
  projects: number;
}

/** User, time and project of a change. */
function ChangeFacts({ record, projects }: ChangeFactsProps) {
  const { actor_email: user, at, project_id: id } = record;
  const pod = podOf(record);
  return (
    <Typography variant="body2" color="textSecondary" sx={{ overflowWrap: 'anywhere' }}>
      {user ?? 'Deleted user'} · <Instant at={at} />
      {id !== null && ` · ${projectText(record)}`}
      {pod !== undefined && (
        <>
          {' · '}
          <PodLink podName={pod} projectId={id ?? undefined} />
        </>
      )}
      {projects > 1 && ` and ${plural(projects - 1, 'other project', 'other projects')}`}
    </Typography>
  );
}
