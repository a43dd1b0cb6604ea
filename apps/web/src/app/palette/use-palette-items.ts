import FolderIcon from '@mui/icons-material/FolderOutlined';
import GroupsIcon from '@mui/icons-material/GroupsOutlined';
import HistoryIcon from '@mui/icons-material/History';
import PersonIcon from '@mui/icons-material/PersonOutlined';
import { useMemo } from 'react';
import { useFoundPods } from '../../features/pods/requests/found-pods';
import { useFoundUsers } from '../../features/users/requests/found-users';
import { paths } from '../../lib/paths';
import { useDebounced } from '../../lib/use-debounced';
import { useMay, type May } from '../../session/permissions';
import { useProjectStore } from '../../session/project-store';
import { subjectOf, userOf, useSessionStore } from '../../session/session-store';
import { fuzzyScore } from './fuzzy';
import { GROUPS, type PaletteItem } from './palette-item';
import { PALETTE_PAGES, type PageContext } from './palette-pages';
import { recentItems } from './recent-items';

/** Items of a group while the user types; the best match of all groups comes first. */
const MAX_PER_GROUP = 8;

/** What the palette offers for a text, by group, the best group first. */
export function usePaletteItems(text: string) {
  const may = useMay();
  const { authorised, selectedId } = useProjectStore();
  const email = useSessionStore(userOf)?.email;
  const userId = useSessionStore(({ session }) => subjectOf(session)) ?? '';
  const typed = text.trim();
  const searched = useDebounced(typed);
  const pods = useFoundPods(searched);
  // Their page needs it; the server lists only users that the caller sees.
  const opensUsers = may(['pod-info-public-view']);
  const users = useFoundUsers(searched, opensUsers);

  const known = useMemo<PaletteItem[]>(
    () => [
      ...pageItems(may, { projectId: selectedId, email }),
      ...(authorised ?? []).map(({ id, name, client }) => ({
        key: `project ${id}`,
        group: 'Projects' as const,
        label: name,
        ...(client !== null && { detail: client }),
        icon: FolderIcon,
        to: paths.projectDashboard(id),
        projectId: id,
      })),
    ],
    [may, selectedId, email, authorised],
  );
  const found = useMemo<PaletteItem[]>(
    () => [
      ...(pods.data?.items ?? []).map(({ name, description }) => ({
        key: `pod ${name}`,
        group: 'Pods' as const,
        label: name,
        ...(description !== null && { detail: description }),
        icon: GroupsIcon,
        to: paths.pod(name),
      })),
      ...(typed === '' ? [] : (users.data?.items ?? [])).map((user) => ({
        key: `user ${user.email}`,
        group: 'Users' as const,
        label: user.name,
        detail: user.email,
        icon: PersonIcon,
        to: paths.trainerStats(user.email),
      })),
    ],
    [pods.data, users.data, typed],
  );
  const items = useMemo(
    () => (typed === '' ? withRecent(userId, known, found) : ranked([...known, ...found], typed)),
    [userId, known, found, typed],
  );
  const searching = searched !== typed || pods.isFetching || users.isFetching;
  return { items, searching, failed: pods.isError || users.isError, userId };
}

function pageItems(may: May, context: PageContext): PaletteItem[] {
  return PALETTE_PAGES.flatMap(({ label, icon, words = '', needs, path }) => {
    const to = path(context);
    if (to === undefined || !needs.every((anyOf) => may(anyOf))) return [];
    return [{ key: `page ${label}`, group: 'Pages' as const, label, icon, words, to }];
  });
}

/** The recent choices first, as far as they can still be opened. */
function withRecent(
  userId: string,
  known: readonly PaletteItem[],
  found: readonly PaletteItem[],
): PaletteItem[] {
  const all = [...known, ...found];
  const recent = recentItems(userId).flatMap((item): PaletteItem[] => {
    const current = all.find(({ key }) => key === item.key);
    if (current) return [{ ...current, group: 'Recent' }];
    // Pages and projects are all known: one that is absent cannot be opened any more.
    if (/^(page|project) /.test(item.key)) return [];
    return [{ ...item, group: 'Recent', icon: HistoryIcon }];
  });
  const shown = new Set(recent.map(({ key }) => key));
  return [...recent, ...all.filter(({ key }) => !shown.has(key))];
}

/** The matching items, in each group and among the groups the best first. */
function ranked(items: readonly PaletteItem[], typed: string): PaletteItem[] {
  const matches = items
    .map((item) => ({ item, score: scoreOf(item, typed) }))
    .filter(({ score }) => score !== undefined)
    .map(({ item, score = 0 }) => ({ item, score }))
    .toSorted((one, other) => other.score - one.score);
  const groups = GROUPS.map((group) => matches.filter(({ item }) => item.group === group))
    .filter((group) => group.length > 0)
    .toSorted(([one], [other]) => (other?.score ?? 0) - (one?.score ?? 0));
  return groups.flatMap((group) => group.slice(0, MAX_PER_GROUP).map(({ item }) => item));
}

/** The label counts more than the other texts. The server's search decides about pods and users. */
function scoreOf(item: PaletteItem, typed: string): number | undefined {
  const byLabel = fuzzyScore(item.label, typed);
  if (byLabel !== undefined) return byLabel;
  const others = `${item.label} ${item.detail ?? ''} ${item.words ?? ''}`;
  const byOthers = fuzzyScore(others, typed);
  if (byOthers !== undefined) return byOthers / 2;
  return item.group === 'Pods' || item.group === 'Users' ? 0 : undefined;
}
