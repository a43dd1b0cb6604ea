import Link from '@mui/material/Link';
import type { TaskEdit } from '@portal/contracts/tasks';
import { Link as RouterLink } from 'react-router';
import { paths } from '../../lib/paths';

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
  if (!changing?.is_visible) return <>{text + (changing?.file_name ?? '')}</>;
  return (
    <>
      {text}
      <Link component={RouterLink} to={paths.adminImport(changing.import_id)} underline="always">
        {changing.file_name}
      </Link>
    </>
  );
}

function start({ change, import: changing, user_email: user }: Change): string {
  if (changing === null) return `${VERBS[change]} ${user === null ? OUTSIDE : `by ${user}`}`;
  return changing.undoes === null
    ? `${VERBS[change]} by the import of `
    : `${UNDO_VERBS[change]} by the undo of `;
}

/** Such as by an operator, in the database. */
const OUTSIDE = 'outside of the portal';
