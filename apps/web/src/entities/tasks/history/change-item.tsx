import EditIcon from '~icons/ic/outline-edit';
import UndoIcon from '~icons/ic/outline-undo';
import UploadFileIcon from '~icons/ic/outline-upload-file';
import { Box, Link, Typography } from '@mui/material';
import {
  TASK_HISTORY_FIELDS,
  type FieldChange,
  type TaskEdit,
} from '@portal/contracts/task-history';
import { Link as RouterLink } from 'react-router';
import { FieldChanges } from '../field-changes';
import { paths } from '../../../lib/paths';
import { useMayOpenAudit } from '../../../session/permissions';
import { Instant } from '../../../ui/instant';
import { Columns } from '../../../ui/layout';
import { changeText, ChangeTitle, kindOfWords } from './change-title';

interface ChangeItemProps {
  change: TaskEdit;
  /** Stands for the fields if they are not known. */
  unknown: string;
  /** Of its title. */
  heading: 'h2' | 'h4';
}

/** One change of a task: who or what made it, when, and its fields before and after. */
export function ChangeItem({ change, unknown, heading }: ChangeItemProps) {
  const { at, import: changing, user_email: user, fields } = change;
  return (
    <Columns
      component="li"
      columns={['auto', 1]}
      sx={{
        columnGap: { xs: 1.5, sm: 2 },
        px: heading === 'h2' ? { xs: 1.5, sm: 2.5 } : 0,
        py: heading === 'h2' ? 2 : 1.5,
        '& + &': { borderTop: 1, borderColor: 'divider' },
      }}
    >
      <Kind change={change} />
      <Box sx={{ minWidth: 0 }}>
        <Typography component={heading} variant="subtitle1" sx={{ overflowWrap: 'anywhere' }}>
          <ChangeTitle change={change} />
        </Typography>
        <Typography variant="body2" color="textSecondary" sx={{ mb: 1, overflowWrap: 'anywhere' }}>
          {changing && user !== null && `${user} · `}
          <Instant at={at} />
          <AuditLinks change={change} />
        </Typography>
        {fields === null ? (
          <Typography variant="body2" color="textSecondary" sx={{ fontStyle: 'italic' }}>
            {unknown}
          </Typography>
        ) : (
          <FieldChanges change={kindOfWords(change) ?? change.change} fields={inOrder(fields)} />
        )}
      </Box>
    </Columns>
  );
}

/** Whether a file, an undo or a person made it; the text says it, too. */
function Kind({ change: { import: changing, undoes_group: undoes } }: { change: TaskEdit }) {
  const isUndo = (changing?.undoes ?? undoes) !== null;
  const Icon = isUndo ? UndoIcon : changing ? UploadFileIcon : EditIcon;
  return (
    <Columns
      aria-hidden
      sx={{
        placeItems: 'center',
        width: 32,
        height: 32,
        borderRadius: '50%',
        color: 'text.secondary',
        bgcolor: 'surface.sunken',
      }}
    >
      <Icon fontSize="small" />
    </Columns>
  );
}

/** Of an edit, for users who can open the audit: the change there, and the one that it undoes. */
function AuditLinks({ change }: { change: TaskEdit }) {
  const { audit_group: group, undoes_group: undoes } = change;
  const mayOpen = useMayOpenAudit();
  if (group === null) return null;
  if (!mayOpen) return undoes === null ? null : <> · {UNDONE}</>;
  return (
    <>
      {undoes !== null && (
        <>
          {' · '}
          <Link component={RouterLink} to={paths.adminAudit({ group: undoes })} underline="always">
            {UNDONE}
          </Link>
        </>
      )}
      {' · '}
      <Link
        component={RouterLink}
        to={paths.adminAudit({ group })}
        aria-label={`Show in the audit: ${changeText(change)}`}
        underline="always"
      >
        Show in the audit
      </Link>
    </>
  );
}

const UNDONE = 'Undo of an earlier change';

/** As the list of tasks has them. */
function inOrder(fields: readonly FieldChange[]): FieldChange[] {
  const place = ({ field }: FieldChange) =>
    TASK_HISTORY_FIELDS.findIndex((known) => known === field);
  return fields.toSorted((one, other) => place(one) - place(other));
}
