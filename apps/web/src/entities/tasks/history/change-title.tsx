import { Link } from '@mui/material';
import type { TaskEdit } from '@portal/contracts/task-history';
import { Link as RouterLink } from 'react-router';
import { paths } from '../../../lib/paths';

type Change = Pick<TaskEdit, 'change' | 'import' | 'user_email'> &
  Partial<Pick<TaskEdit, 'fields'>>;

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

/** Whether words about the task were given, changed or withdrawn; undefined for a change of the task itself. */
export function kindOfWords({ fields }: Pick<Change, 'fields'>): TaskEdit['change'] | undefined {
  const words = wordsIn(fields);
  if (words === undefined) return undefined;
  return words.before === null ? 'created' : words.after === null ? 'removed' : 'changed';
}

/** Of feedback alone, or of the appeal against it. */
function wordsIn(fields: Change['fields']) {
  return fields?.find(({ field }) => field === 'feedback' || field === 'appeal');
}

const WORD_VERBS = { created: 'given', changed: 'changed', removed: 'withdrawn' } as const;

function start(edit: Change): string {
  const { change, import: changing, user_email: user } = edit;
  if (changing === null) {
    const kind = kindOfWords(edit);
    const isAppeal = wordsIn(edit.fields)?.field === 'appeal';
    const words = kind && `${isAppeal ? 'Appeal' : 'Feedback'} ${WORD_VERBS[kind]}`;
    return `${words ?? VERBS[change]} ${user === null ? OUTSIDE : `by ${user}`}`;
  }
  const [verbs, kind] =
    changing.undoes === null ? ([VERBS, 'import'] as const) : ([UNDO_VERBS, 'undo'] as const);
  return `${verbs[change]} by the ${kind} of `;
}

/** Such as by an operator, in the database. */
const OUTSIDE = 'outside of the portal';
