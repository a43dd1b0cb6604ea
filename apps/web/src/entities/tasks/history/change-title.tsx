import { Link } from '@mui/material';
import type { TaskEdit } from '@portal/contracts/task-history';
import { Link as RouterLink } from 'react-router';
import { paths } from '../../../lib/paths';

type Change = Pick<TaskEdit, 'change' | 'import' | 'user_email'>;

const VERBS = { created: 'Created', changed: 'Changed', removed: 'Removed' } as const;
const UNDO_VERBS = { created: 'Made again', changed: 'Put back', removed: 'Removed' } as const;

/** What a change was and who or what made it: 'Changed by the import of tasks.json' */
export function changeText(change: Change): string {
  return start(change) + (change.import?.file_name ?? '');
}

interface ChangeTitleProps {
  change: Change;
  /** Stands before it: 'Last changed by …' */
  lead?: string;
}

/** The same; an import that the user may read is a link to its page. */
export function ChangeTitle({ change, lead }: ChangeTitleProps) {
  const { import: changing } = change;
  const words = start(change);
  const text =
    lead === undefined ? words : `${lead} ${words.charAt(0).toLowerCase()}${words.slice(1)}`;
  return (
    <>
      {text}
      {changing && <FileName of={changing} />}
    </>
  );
}

type Import = NonNullable<TaskEdit['import']>;

function FileName({
  of: { import_id: id, file_name: name, is_visible: isVisible },
}: {
  of: Import;
}) {
  if (!isVisible) return <>{name}</>;
  return (
    <Link component={RouterLink} to={paths.adminImport(id)} underline="always">
      {name}
    </Link>
  );
}

function start({ change, import: changing, user_email: user }: Change): string {
  if (changing === null) return `${VERBS[change]} ${user === null ? OUTSIDE : `by ${user}`}`;
  const [verbs, kind] =
    changing.undoes === null ? ([VERBS, 'import'] as const) : ([UNDO_VERBS, 'undo'] as const);
  return `${verbs[change]} by the ${kind} of `;
}

/** Such as by an operator, in the database. */
const OUTSIDE = 'outside of the portal';
