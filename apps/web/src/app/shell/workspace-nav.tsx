import GroupsIcon from '~icons/ic/outline-groups';
import PersonIcon from '~icons/ic/outline-manage-accounts';
import TimelineIcon from '~icons/ic/baseline-timeline';
import RefreshIcon from '~icons/ic/baseline-refresh';
import SearchIcon from '~icons/ic/baseline-search';
import UploadFileIcon from '~icons/ic/outline-upload-file';
import { ALL_PROJECTS_ID } from '@portal/contracts/permissions';
import { useMemberships, usePodNames } from '../../entities/pods/api';
import { useProfileDialog } from '../../features/profile/dialog-store';
import { paths } from '../../lib/paths';
import { WORKSPACE_PAGES } from '../pages';
import { useProjectStore } from '../../lib/project-store';
import { ADMIN_PERMISSIONS, mayAnywhere, useMay } from '../../session/permissions';
import { userOf, useSessionStore } from '../../session/session-store';
import { usePalette } from '../palette/palette-store';
import { NavList, type NavItem } from './nav-list';

/** The everyday pages, the user's pods and own pages, as far as permitted. */
export function WorkspaceNav({ onNavigate }: { onNavigate?: () => void }) {
  const pods = usePodItems();
  const others = useOtherPodItems();
  const navigation = onNavigate ? { onNavigate } : {};
  return (
    <>
      <NavList heading="Workspace" items={usePageItems('Workspace')} {...navigation} />
      <NavList heading="Quick Actions" items={useActionItems()} {...navigation} />
      {pods.length > 0 && <NavList heading="Your Pods" items={pods} {...navigation} />}
      {others.length > 0 && <NavList heading="Other Pods" items={others} {...navigation} />}
      <NavList items={useOwnItems()} {...navigation} />
    </>
  );
}

function usePageItems(section: 'Workspace' | 'Quick Actions'): NavItem[] {
  const selectedId = useProjectStore((state) => state.selectedId);
  const loading = useProjectStore(({ authorised }) => authorised === null);
  const may = useMay();
  return WORKSPACE_PAGES.flatMap(({ label, icon, anyOf, ...page }): NavItem[] => {
    if (page.section !== section || !may(anyOf)) return [];
    const to = page.to(selectedId);
    if (to !== undefined) return [{ to, label, icon }];
    // What comes below must not move away from the pointer when the projects are there.
    return loading ? [{ label, icon }] : [];
  });
}

function useActionItems(): NavItem[] {
  const may = useMay();
  const pages = usePageItems('Quick Actions');
  return may(ADMIN_PERMISSIONS) && may(['data-upload'])
    ? [...pages, { to: paths.adminTasks, label: 'Upload tasks', icon: UploadFileIcon }]
    : pages;
}

function usePodItems(): NavItem[] {
  const { pods, error, refetch } = useMemberships();
  const may = useMay()(['pod-info-public-view']);
  const anywhere = useSessionStore(({ session }) => mayAnywhere(session, 'pod-info-public-view'));
  // With project 0 the list has the pods of all projects.
  const inAll = useProjectStore(({ selectedId }) => selectedId === ALL_PROJECTS_ID);
  const opens = may || (inAll && anywhere);
  if (!pods) return error ? [loadAgain(refetch)] : [];
  return pods.map(({ pod_name: podName, role }) => ({
    to: opens ? paths.pod(podName) : paths.myPod(podName),
    label: podName,
    detail: `Role: ${role}`,
    icon: GroupsIcon,
  }));
}

/** As many other pods as the sidebar names; the palette finds all. */
const MAX_OTHERS = 8;

/** The pods of the selected project that the user may open without being in them. */
function useOtherPodItems(): NavItem[] {
  const may = useMay();
  const isSeen = may(['pod-info-public-view']);
  const selectedId = useProjectStore((state) => (state.authorised ? state.selectedId : null));
  const all = usePodNames(isSeen ? (selectedId ?? undefined) : undefined);
  const { pods } = useMemberships();
  const showPalette = usePalette(({ toggle }) => toggle);
  // Until the own pods are known, any of these may be one.
  if (!pods) return [];
  if (!all.data) return all.isError ? [loadAgain(all.refetch)] : [];
  const own = new Set(pods.map(({ pod_name: podName }) => podName));
  const others = all.data.filter((name) => !own.has(name));
  const items = others.slice(0, MAX_OTHERS).map((podName) => ({
    to: paths.pod(podName),
    label: podName,
    icon: GroupsIcon,
  }));
  if (others.length <= MAX_OTHERS) return items;
  return [...items, { label: 'Find a pod…', icon: SearchIcon, run: showPalette }];
}

/** In place of pods that could not be loaded. */
function loadAgain(refetch: () => Promise<unknown>): NavItem {
  return {
    label: 'Load again',
    detail: 'The pods could not be loaded',
    icon: RefreshIcon,
    run: () => void refetch(),
  };
}

function useOwnItems(): NavItem[] {
  const showProfile = useProfileDialog((state) => state.show);
  const email = useSessionStore((state) => userOf(state)?.email);
  const may = useMay();
  const own: NavItem[] = [{ label: 'View Profile', icon: PersonIcon, run: showProfile }];
  if (email !== undefined && may(['pod-info-public-view'])) {
    own.push({ to: paths.trainerStats(email), label: 'View My Stats', icon: TimelineIcon });
  }
  return own;
}
