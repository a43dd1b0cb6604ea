import type { SvgIconComponent } from '@mui/icons-material';

export const GROUPS = ['Recent', 'Pages', 'Projects', 'Pods', 'Users'] as const;
export type Group = (typeof GROUPS)[number];

/** One entry of the command palette. */
export interface PaletteItem {
  /** Unique among all items. */
  readonly key: string;
  readonly group: Group;
  readonly label: string;
  readonly detail?: string | undefined;
  /** More text that the search finds. */
  readonly words?: string;
  readonly icon: SvgIconComponent;
  readonly to: string;
  /** The project to select before the page opens. */
  readonly projectId?: number;
}
