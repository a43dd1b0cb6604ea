import AdminIcon from '~icons/ic/outline-admin-panel-settings';
import FolderIcon from '~icons/ic/outline-folder';
import HistoryIcon from '~icons/ic/baseline-history';
import SearchIcon from '~icons/ic/baseline-search';
import HomeIcon from '~icons/ic/outline-home';
import ListIcon from '~icons/ic/baseline-list';
import TaskIcon from '~icons/ic/outline-task';
import PersonIcon from '~icons/ic/outline-person';
import type { PodMember } from '@portal/contracts/pods';
import type { ListedUser } from '@portal/contracts/users';
import { useMemo } from 'react';
import { TASK_PARAMS } from '../../entities/tasks/open-task';
import { useUrlState } from '../../lib/url-state';
import { useColleagues, useMemberships } from '../../entities/pods/api';
import { useOpenProjects } from '../../entities/projects/api';
import { useFoundUsers } from '../../entities/users/api';
import { paths } from '../../lib/paths';
import { useDebounced } from '../../lib/use-debounced';
import {
  ABOUT_PAGE,
  NOTIFICATION_CHOICES_PAGE,
  NOTIFICATIONS_PAGE,
  ADMIN_PAGES,
  type Page,
  TRAINER_PAGE,
  WORKSPACE_PAGES,
} from '../pages';
import { ADMIN_PERMISSIONS, useMay, type May } from '../../session/permissions';
import { useProjectStore } from '../../lib/project-store';
import { subjectOf, userOf, useSessionStore } from '../../session/session-store';
import { fuzzyScore } from './fuzzy';
import { GROUPS, type PaletteItem } from './palette-item';
import { usePaletteActions } from './use-palette-actions';
import { usePodItems } from './use-pod-items';
import { recentItems } from './recent-items';

/** Items of a group while the user types; the best match of all groups comes first. */
const MAX_PER_GROUP = 8;
const MAX_FOUND_USERS = 6;

/** What the palette offers for a text, by group, the best group first. */
export function usePaletteItems(text: string) {
  const may = useMay();
  const projects = useOpenProjects();
  const selectedId = useProjectStore((state) => state.selectedId);
  const email = useSessionStore(userOf)?.email;
  const userId = useSessionStore(({ session }) => subjectOf(session)) ?? '';
  const typed = text.trim();
  const searched = useDebounced(typed);
  // Their page needs it; the server lists only users that the caller sees.
  const opensUsers = may(['pod-info-public-view']);
  const users = useFoundUsers(searched, opensUsers);
  const { pods: own = [] } = useMemberships();
  const ownPods = own.map(({ pod_name: podName }) => podName);
  const pods = usePodItems(typed, searched, ownPods);
  const colleagues = useColleagues(opensUsers ? ownPods : []);
  const actions = usePaletteActions();
  const [, setUrl] = useUrlState(TASK_PARAMS);

  const known = useMemo<PaletteItem[]>(
    () => [
      ...pageItems(may, selectedId, email),
      ...(projects ?? []).map(({ id, name, client }) => ({
        key: `project ${id}`,
        group: 'Projects' as const,
        label: name,
        ...(client !== null && { detail: client }),
        icon: FolderIcon,
        to: paths.projectDashboard(id),
        projectId: id,
      })),
    ],
    [may, selectedId, email, projects],
  );
  const found = useMemo<PaletteItem[]>(
    () => [
      ...pods.items,
      ...(typed === ''
        ? []
        : people(users.data?.slice(0, MAX_FOUND_USERS) ?? [], colleagues, typed)),
    ],
    [pods.items, users.data, colleagues, typed],
  );
  const items =
    typed === ''
      ? withRecent(userId, known, [...found, ...actions])
      : ranked(
          [
            ...known,
            ...taskItems(may, typed, (task) => setUrl({ task })),
            ...taskSearch(may, typed),
            ...found,
            ...actions,
          ],
          typed,
        );
  const searching = searched !== typed || pods.searching || users.isFetching;
  return { items, searching, failed: pods.failed || users.isError, userId };
}

/** The users that the server found, and the members of the own pods, each once. */
function people(
  users: readonly Pick<ListedUser, 'email' | 'name'>[],
  colleagues: readonly PodMember[],
  typed: string,
): PaletteItem[] {
  const members = colleagues
    .map(({ user_email: email, user_name: name }) => ({ email, name }))
    .filter(({ email, name }) => fuzzyScore(`${name} ${email}`, typed) !== undefined);
  const each = new Map([...members, ...users].map((user) => [user.email, user]));
  return [...each.values()].map(({ email, name }) => ({
    key: `user ${email}`,
    group: 'Users' as const,
    label: name,
    detail: email,
    icon: PersonIcon,
    to: paths.trainerStats(email),
  }));
}

/** For who lists tasks: the list, searched by what is typed. */
function taskSearch(may: May, typed: string): PaletteItem[] {
  if (!may(ADMIN_PERMISSIONS) || !may(['data-upload'])) return [];
  return [
    {
      ...{ key: `search tasks ${typed}`, group: 'Tasks', label: `Search tasks for “${typed}”` },
      ...{ icon: SearchIcon, to: paths.adminTaskSearch(typed), isForAny: true },
    },
  ];
}

/** The task whose id is typed, on the present page; for who may change tasks also in the list of all, and its history. */
function taskItems(may: May, typed: string, open: (id: number) => void): PaletteItem[] {
  const id = Number(typed);
  if (!/^\d{1,16}$/.test(typed) || !Number.isSafeInteger(id) || id === 0) return [];
  const panel: PaletteItem = {
    ...{ key: `open task ${typed}`, group: 'Tasks', label: `Task ${typed}`, icon: TaskIcon },
    run: () => open(id),
  };
  if (!may(ADMIN_PERMISSIONS) || !may(['data-upload'])) return [panel];
  return [
    panel,
    {
      ...{ key: `task ${typed}`, group: 'Tasks', label: `Task ${typed} in the list` },
      ...{ icon: ListIcon, to: paths.adminTaskInList(id) },
    },
    {
      ...{ key: `task history ${typed}`, group: 'Tasks', label: `History of task ${typed}` },
      ...{ icon: HistoryIcon, to: paths.adminTaskHistory(id) },
    },
  ];
}

function pageItems(may: May, projectId: number | null, email?: string): PaletteItem[] {
  const open = ({ anyOf }: Page) => may(anyOf);
  return [
    ...WORKSPACE_PAGES.filter(open).flatMap((page) => pageItem(page, page.to(projectId))),
    ...pageItem(TRAINER_PAGE, email === undefined ? undefined : paths.trainerStats(email)),
    ...(may(ADMIN_PERMISSIONS) ? ADMIN_PAGES : [])
      .filter(({ anyOf, ofPortal }) => may(anyOf, ofPortal))
      .flatMap(({ path, label, words }) =>
        pageItem({ label: `Admin: ${label}`, icon: AdminIcon, words }, `${paths.admin}/${path}`),
      ),
    ...pageItem({ label: 'Home', icon: HomeIcon }, paths.home),
    ...pageItem(NOTIFICATIONS_PAGE, paths.notifications),
    ...pageItem(NOTIFICATION_CHOICES_PAGE, paths.notificationChoices),
    ...pageItem(ABOUT_PAGE, paths.about),
  ];
}

interface Named extends Pick<Page, 'label' | 'icon'> {
  readonly words?: string | undefined;
}

/** @param to undefined if there is no such page now */
function pageItem({ label, icon, words = '' }: Named, to: string | undefined): PaletteItem[] {
  if (to === undefined) return [];
  return [{ key: `page ${label}`, group: 'Pages', label, icon, words, to }];
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
  if (item.isForAny) return 0;
  const byLabel = fuzzyScore(item.label, typed);
  if (byLabel !== undefined) return byLabel;
  const others = `${item.label} ${item.detail ?? ''} ${item.words ?? ''}`;
  const byOthers = fuzzyScore(others, typed);
  if (byOthers !== undefined) return byOthers / 2;
  return item.group === 'Pods' || item.group === 'Users' ? 0 : undefined;
}
