import type { SvgIcon } from '@mui/material';

export const GROUPS = ['Recent', 'Pages', 'Tasks', 'Projects', 'Pods', 'Users', 'Actions'] as const;
export type Group = (typeof GROUPS)[number];

/** One entry of the command palette. */
export type PaletteItem = PaletteEntry & (PaletteLink | PaletteAction);

interface PaletteEntry {
  /** Unique among all items. */
  readonly key: string;
  readonly group: Group;
  readonly label: string;
  readonly detail?: string | undefined;
  /** More text that the search finds. */
  readonly words?: string;
  readonly icon: typeof SvgIcon;
  /** Fits any text, after what matches better. */
  readonly isForAny?: true;
}

export interface PaletteLink {
  readonly to: string;
  /** The project to select before the page opens. */
  readonly projectId?: number;
}

export interface PaletteAction {
  readonly run: () => void;
}
