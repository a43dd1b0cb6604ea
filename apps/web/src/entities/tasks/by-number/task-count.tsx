import { ButtonBase } from '@mui/material';
import { formatCount } from '../../../lib/format';
import { numberLinkSx } from '../../../ui/number-link';
import { type ShownTasks, useSeesAll, useShowTasks } from './show-tasks';

interface TaskCountProps {
  of: ShownTasks;
  /** What is counted, for the accessible name. */
  name: string;
  count: number;
  /** Whether it counts the tasks of all users, also of those whose numbers the user does not see. */
  ofAll?: boolean;
  /** The text of the number; by default the count. */
  children?: string;
}

/** A number that opens the tasks that it counts, where the user may see them. */
export function TaskCount(props: TaskCountProps) {
  const { of, name, count, ofAll = false, children = formatCount(count) } = props;
  const show = useShowTasks();
  const seesAll = useSeesAll(of);
  if (!show || count === 0 || (ofAll && !seesAll)) return children;
  return (
    <ButtonBase
      aria-label={`Show tasks: ${name}, ${spoken(children, formatCount(count))}`}
      // The browser's own: a tooltip of the page would lie over the number below and take its clicks.
      title="Show tasks"
      onClick={() => show(of)}
      sx={countSx}
    >
      {children}
    </ButtonBase>
  );
}

/** The visible text, and the count unless it is the last number of the text. */
function spoken(text: string, count: string): string {
  return /[\d,.]+(?=\D*$)/.exec(text)?.[0] === count ? text : `${text}, ${count}`;
}

/** Draws the figure of a card as the number of tasks that it counts. */
export function opensTasks(of: ShownTasks, name: string, count: number) {
  return (text: string) => (
    <TaskCount of={of} name={name} count={count}>
      {text}
    </TaskCount>
  );
}

const countSx = {
  // Above a link that covers its row.
  position: 'relative',
  zIndex: 1,
  font: 'inherit',
  letterSpacing: 'inherit',
  verticalAlign: 'baseline',
  borderRadius: 0.5,
  ...numberLinkSx,
  '&:hover': { color: 'primary.main', textDecorationColor: 'currentColor' },
} as const;
