import { type ComponentType, Suspense, useEffect, useRef, useState } from 'react';
import {
  createPath,
  type Location,
  useLocation,
  useNavigate,
  useNavigationType,
} from 'react-router';
import { TASK_PARAMS, useTaskPanelLoad } from '../../entities/tasks/open-task';
import type { TaskPanelProps } from '../../features/task-panel/task-panel';
import { useUrlState, writeUrl } from '../../lib/url-state';
import { lazyPart } from '../../ui/lazy-part';

const TaskPanel = lazyPart(
  async () => (await import('../../features/task-panel/task-panel')).TaskPanel,
);

interface OpenTaskProps {
  /** Another one in a test. */
  panel?: ComponentType<TaskPanelProps>;
}

/** The panel of a task, once one was opened or will be. */
export function OpenTask({ panel: Panel = TaskPanel }: OpenTaskProps) {
  const [{ task }] = useUrlState(TASK_PARAMS);
  const { wanted, load, raised } = useTaskPanelLoad();
  const close = useClose();
  // One that could not be shown is tried again with the next task.
  const [failed, setFailed] = useState(false);
  const [last, setLast] = useState(task);
  if (task !== last) {
    setLast(task);
    if (task !== null) setFailed(false);
  }
  const fail = () => {
    setFailed(true);
    if (task !== null) close();
  };
  useEffect(() => {
    if (task !== null) load();
  }, [task, load]);
  return (
    <Suspense>
      {!failed && (wanted || task !== null) && (
        <Panel key={raised} taskId={task} close={close} onClose={fail} />
      )}
    </Suspense>
  );
}

/** Closes the panel. What opened it is undone, so that 'back' does not open it again. */
function useClose(): () => void {
  const location = useLocation();
  const before = usePlaceBefore(location);
  const navigate = useNavigate();
  const [, setUrl] = useUrlState(TASK_PARAMS);
  const left = useRef<Location>(null);
  return () => {
    const closed = placeOf(location, { task: null });
    // Going back takes a moment, or is refused: a second click does not go back twice.
    if (before !== closed || left.current === location) setUrl({ task: null }, { replace: true });
    else void navigate(-1);
    left.current = location;
  };
}

/** Where 'back' leads; null if that is unknown, as after a reload. */
function usePlaceBefore(location: Location): string | null {
  const type = useNavigationType();
  const [here, setHere] = useState<{ location: Location; before: string | null }>({
    location,
    before: null,
  });
  if (here.location === location) return here.before;
  const before = { PUSH: placeOf(here.location, {}), REPLACE: here.before, POP: null }[type];
  setHere({ location, before });
  return before;
}

function placeOf({ pathname, search, hash }: Location, change: { task?: null }): string {
  const params = writeUrl(TASK_PARAMS, new URLSearchParams(search), change);
  return createPath({ pathname, search: params.toString(), hash });
}
