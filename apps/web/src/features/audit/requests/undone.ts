import { queryOptions, useQuery } from '@tanstack/react-query';
import { auditKey, fetchChanges } from './changes';

/** The groups that were undone, each with the group that did so. */
export type Undone = ReadonlyMap<number, number>;

/** Which of the groups were undone. An undo that was undone itself does not count. */
export function useUndone(groups: readonly number[]) {
  return useQuery(undoneOptions([...new Set(groups)].toSorted((a, b) => a - b)));
}

/** Undos of undos of undos are rare. The server refuses what is missing here. */
const MAX_DEPTH = 5;
const MAX_RECORDS = 100;

function undoneOptions(groups: readonly number[]) {
  return queryOptions({
    queryKey: [...auditKey, 'undone', groups],
    queryFn: ({ signal }) => fetchUndone(groups, signal),
    enabled: groups.length > 0,
    staleTime: 0,
  });
}

async function fetchUndone(groups: readonly number[], signal: AbortSignal): Promise<Undone> {
  const undos = new Map<number, Set<number>>();
  let asked = groups;
  for (let depth = 0; asked.length > 0 && depth < MAX_DEPTH; depth++) {
    const filters = JSON.stringify({ undoes: { in: asked } });
    const { items } = await fetchChanges({ page: 1, size: MAX_RECORDS, filters }, signal);
    for (const { undoes, group_id: undo } of items) {
      if (undoes !== null) undos.set(undoes, (undos.get(undoes) ?? new Set()).add(undo));
    }
    asked = [...new Set(items.map((item) => item.group_id))].filter((undo) => !undos.has(undo));
  }
  const found = groups.map((group) => [group, undoOf(group, undos)] as const);
  return new Map(found.filter((pair): pair is readonly [number, number] => pair[1] !== undefined));
}

function undoOf(
  group: number,
  undos: ReadonlyMap<number, ReadonlySet<number>>,
): number | undefined {
  return [...(undos.get(group) ?? [])].find((undo) => undoOf(undo, undos) === undefined);
}
