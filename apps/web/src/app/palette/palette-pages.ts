import type { SvgIconComponent } from '@mui/icons-material';
import AdminIcon from '@mui/icons-material/AdminPanelSettingsOutlined';
import HomeIcon from '@mui/icons-material/HomeOutlined';
import InfoIcon from '@mui/icons-material/InfoOutlined';
import InsightsIcon from '@mui/icons-material/InsightsOutlined';
import InventoryIcon from '@mui/icons-material/Inventory2Outlined';
import QueryStatsIcon from '@mui/icons-material/QueryStats';
import SpaceDashboardIcon from '@mui/icons-material/SpaceDashboardOutlined';
import TimelineIcon from '@mui/icons-material/Timeline';
import type { Permission } from '@portal/contracts/permissions';
import { paths } from '../../lib/paths';
import { ADMIN_PAGES, ADMIN_PERMISSIONS } from '../admin/admin-pages';

/** What the paths of pages depend on. */
export interface PageContext {
  readonly projectId: number | null;
  readonly email: string | undefined;
}

interface PalettePage {
  readonly label: string;
  readonly icon: SvgIconComponent;
  /** Other words for the page. */
  readonly words?: string;
  /** Each list needs one of its permissions. */
  readonly needs: readonly (readonly Permission[])[];
  /** The path; undefined if there is no such page now. */
  readonly path: (context: PageContext) => string | undefined;
}

/** The pages of the command palette. Those of the administration come from `ADMIN_PAGES`. */
export const PALETTE_PAGES: readonly PalettePage[] = [
  { label: 'Dashboard', icon: SpaceDashboardIcon, needs: [], path: () => paths.dashboard },
  {
    label: 'Project Dashboard',
    icon: InsightsIcon,
    words: 'status activity batches',
    needs: [],
    path: ({ projectId }) => (projectId === null ? undefined : paths.projectDashboard(projectId)),
  },
  {
    label: 'Delivery Statistics',
    icon: InventoryIcon,
    words: 'models ready',
    needs: [],
    path: () => paths.deliveryStats,
  },
  {
    label: 'Custom Statistics',
    icon: QueryStatsIcon,
    words: 'sql query',
    needs: [],
    path: () => paths.customStats,
  },
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
