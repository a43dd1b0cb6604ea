import GroupsIcon from '~icons/ic/outline-groups';
import { useMemo } from 'react';
import { type FoundPod, useFoundPods, usePodsByName } from '../../entities/pods/api';
import { paths } from '../../lib/paths';
import { POD_PAGES } from '../pages';
import { mayIn } from '../../session/permissions';
import { useSessionStore, type Session } from '../../session/session-store';
import { fuzzyScore } from './fuzzy';
import type { PaletteItem } from './palette-item';

/**
 * The pages of pods. The server finds pods by name and description. It does not know the labels of pages, so
 * the client finds those of the user's own pods.
 * @param searched the typed text once typing pauses
 */
export function usePodItems(typed: string, searched: string, ownPods: readonly string[]) {
  const session = useSessionStore((state) => state.session);
  const found = useFoundPods(searched);
  const own = usePodsByName(ownPods);
  const items = useMemo<PaletteItem[]>(() => {
    const isTyped = typed !== '';
    const ownItems = isTyped
      ? (own.data ?? [])
          .flatMap((pod) => podItems(pod, session, true))
          .filter(({ label }) => fuzzyScore(label, typed) !== undefined)
      : [];
    const foundItems = (found.data?.items ?? []).flatMap((pod) => podItems(pod, session, isTyped));
    // A pod may be in both.
    return [...new Map([...ownItems, ...foundItems].map((item) => [item.key, item])).values()];
  }, [own.data, found.data, session, typed]);
  return {
    items,
    searching: found.isFetching || own.isLoading,
    failed: found.isError || own.isError,
  };
}

/** The pages of a pod that the user may open; without `all` only that of the pod itself. */
function podItems(pod: FoundPod, session: Session, all: boolean): PaletteItem[] {
  const { name, description, project_id: projectId } = pod;
  return POD_PAGES.filter(
    ({ path, anyOf }) => (all || path === '') && mayIn(projectId, session, anyOf),
  ).map(({ path, label }) => ({
    key: path === '' ? `pod ${name}` : `pod ${name} ${path}`,
    group: 'Pods' as const,
    label: path === '' ? name : `${name}: ${label}`,
    ...(description !== null && path === '' && { detail: description }),
    icon: GroupsIcon,
    to: path === '' ? paths.pod(name) : `${paths.pod(name)}/${path}`,
  }));
}
