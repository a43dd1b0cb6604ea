import RoundsCard from '../../entities/rounds/rounds-card';
import { useProjectStore } from '../../lib/project-store';
import { useProjectUpdates } from '../../live/live-query';
import type { DayRange } from './period';

/** The rounds of the user's tasks in the selected project. */
export default function RoundsPart({ email, range }: { email: string; range: DayRange }) {
  const projectId = useProjectStore((state) => state.selectedId);
  const live = useProjectUpdates(projectId);
  if (projectId === null) return null;
  return <RoundsCard key={projectId} {...{ projectId, email, live, ...range }} />;
}
