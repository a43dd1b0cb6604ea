import type SvgIcon from '@mui/material/SvgIcon';
import AnalyticsIcon from '~icons/ic/baseline-bar-chart';
import InsightsIcon from '~icons/ic/outline-insights';
import InventoryIcon from '~icons/ic/outline-inventory-2';
import QueryStatsIcon from '~icons/ic/baseline-query-stats';
import SpaceDashboardIcon from '~icons/ic/outline-space-dashboard';
import { paths } from '../lib/paths';

interface WorkspacePage {
  readonly label: string;
  readonly icon: typeof SvgIcon;
  /** The part of the sidebar that has the link. */
  readonly section: 'Workspace' | 'Quick Actions';
  /** Other words for the page. */
  readonly words?: string;
  /** The path; undefined for a page of a project while none is selected. */
  readonly path: (projectId: number | null) => string | undefined;
}

/** The everyday pages of every user, in the order of the sidebar and of the command palette. */
export const WORKSPACE_PAGES: readonly WorkspacePage[] = [
  {
    label: 'Dashboard',
    icon: SpaceDashboardIcon,
    section: 'Workspace',
    path: () => paths.dashboard,
  },
  {
    label: 'Project Dashboard',
    icon: InsightsIcon,
    section: 'Workspace',
    words: 'status activity batches',
    path: (projectId) => (projectId === null ? undefined : paths.projectDashboard(projectId)),
  },
  {
    label: 'Analytics',
    icon: AnalyticsIcon,
    section: 'Workspace',
    words: 'team tasks turns month',
    path: () => paths.analyticsHome,
  },
  {
    label: 'Delivery Statistics',
    icon: InventoryIcon,
    section: 'Quick Actions',
    words: 'models ready',
    path: () => paths.deliveryStats,
  },
  {
    label: 'Custom Statistics',
    icon: QueryStatsIcon,
    section: 'Quick Actions',
    words: 'sql query',
    path: () => paths.customStats,
  },
];
