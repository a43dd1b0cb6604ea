import { TaskLink } from '../../../../entities/tasks/task-link';
import { formatInstant } from '../../../../lib/format';

const TASK = /^(\d+)( (?!was deleted).*)$/s;
const INSTANT = /\b\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d+)?(?:Z|[+-]\d\d:?\d\d)/g;

/** Why a task stays as it is, with the instants of the server in the user's time zone. The task opens, if it is there. */
export function UndoReason({ reason }: { reason: string }) {
  const text = reason.replaceAll(INSTANT, formatInstant);
  const [, id, rest] = TASK.exec(text) ?? [];
  if (id === undefined) return text;
  return (
    <>
      <TaskLink id={Number(id)} />
      {rest}
    </>
  );
}
