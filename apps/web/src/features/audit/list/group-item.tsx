import UndoIcon from '@mui/icons-material/UndoOutlined';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Chip from '@mui/material/Chip';
import Typography from '@mui/material/Typography';
import { NOT_UNDOABLE } from '@portal/contracts/audit';
import { useState } from 'react';
import { Link } from 'react-router';
import { paths } from '../../../lib/paths';
import type { ChangeGroup } from '../groups';
import { groupText } from '../words';
import { ChangeDetails } from './change-details';
import { ChangeFacts } from './change-facts';
import { ChangeItem } from './change-item';
import { Expandable } from './expandable';
import { Preview } from './preview';

interface GroupItemProps {
  group: ChangeGroup;
  /** The group that undid this one. */
  undoneBy: number | undefined;
  /** A row of the group has changed since, so that an undo would be refused. */
  hasChanged: boolean;
  /** The page shows only this group. */
  isOnly: boolean;
  onUndo: () => void;
}

/** The changes of one transaction in one row, which expands. */
export function GroupItem({ group, undoneBy, hasChanged, isOnly, onUndo }: GroupItemProps) {
  const [open, setOpen] = useState(isOnly);
  const [first] = group.records;
  const text = groupText(group);
  const isSingle = group.records.length === 1 && !group.continues;

  return (
    <Box
      component="li"
      sx={(theme) => ({
        '& + &': { borderTop: `1px solid ${theme.vars.palette.line.soft}` },
        px: { xs: 1, sm: 2 },
        py: 1,
      })}
    >
      <Expandable
        label={text}
        open={open}
        onToggle={() => setOpen(!open)}
        facts={<ChangeFacts record={first} />}
        preview={isSingle && <Preview record={first} />}
        actions={
          <>
            {first.undoes !== null && (
              <GroupChip label="Undo of an earlier change" group={first.undoes} />
            )}
            {undoneBy !== undefined && <GroupChip label="Undone" group={undoneBy} />}
            {undoneBy === undefined && hasChanged && (
              <Typography variant="caption" color="textSecondary">
                Changed since
              </Typography>
            )}
            {undoneBy === undefined && !hasChanged && isUndoable(group) && (
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
        {isSingle ? (
          <ChangeDetails record={first} />
        ) : (
          <Box component="ul" sx={{ listStyle: 'none', m: 0, p: 0 }}>
            {group.records.map((record) => (
              <ChangeItem key={record.id} record={record} />
            ))}
          </Box>
        )}
        {group.continues && <More group={group} isOnly={isOnly} />}
      </Expandable>
    </Box>
  );
}

/** The audit lacks a part of some changes; the server refuses to undo them. */
function isUndoable({ records }: ChangeGroup): boolean {
  return records.every(
    ({ entity, entity_id: id }) => NOT_UNDOABLE[entity] === undefined && id !== '*',
  );
}

/** Ways through a group that is longer than the page. */
function More({ group: { id }, isOnly }: { group: ChangeGroup; isOnly: boolean }) {
  return (
    <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 1, mt: 1 }}>
      {!isOnly && (
        <Button size="small" component={Link} to={paths.adminAudit({ group: id })}>
          Only these changes
        </Button>
      )}
      <Button size="small" component={Link} to={paths.adminAudit({ before: id })}>
        Changes before these
      </Button>
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
