import type SvgIcon from '@mui/material/SvgIcon';
import AdminIcon from '~icons/ic/outline-admin-panel-settings';
import HomeIcon from '~icons/ic/outline-home';
import InfoIcon from '~icons/ic/outline-info';
import TimelineIcon from '~icons/ic/baseline-timeline';
import type { Permission } from '@portal/contracts/permissions';
import { paths } from '../../lib/paths';
import { ADMIN_PAGES, ADMIN_PERMISSIONS } from '../admin/admin-pages';
import { WORKSPACE_PAGES } from '../workspace-pages';

/** What the paths of pages depend on. */
export interface PageContext {
  readonly projectId: number | null;
  readonly email: string | undefined;
}

interface PalettePage {
  readonly label: string;
  readonly icon: typeof SvgIcon;
  /** Other words for the page. */
  readonly words?: string;
  /** Each list needs one of its permissions. */
  readonly needs: readonly (readonly Permission[])[];
  /** The path; undefined if there is no such page now. */
  readonly path: (context: PageContext) => string | undefined;
}

/** The pages of the command palette. Those of the administration come from `ADMIN_PAGES`. */
export const PALETTE_PAGES: readonly PalettePage[] = [
  ...WORKSPACE_PAGES.map(({ section: _section, path, ...page }) => ({
    ...page,
    needs: [],
    path: ({ projectId }: PageContext) => path(projectId),
  })),
  {
    label: 'My Stats',
    icon: TimelineIcon,
    words: 'my tasks trainer stats',
    needs: [],
    path: ({ email }) => (email === undefined ? undefined : paths.trainerStats(email)),
  },
  ...ADMIN_PAGES.map(({ segment, label, anyOf }) => ({
    label: `Admin: ${label}`,
    icon: AdminIcon,
    words: segment === 'tasks' ? 'upload import' : '',
    needs: [ADMIN_PERMISSIONS, anyOf],
    path: () => `${paths.admin}/${segment}`,
  })),
  { label: 'Home', icon: HomeIcon, needs: [], path: () => paths.home },
  { label: 'About', icon: InfoIcon, words: 'version', needs: [], path: () => paths.about },
];
