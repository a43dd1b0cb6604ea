/**
 * The portal's colours. Text colours meet WCAG AA (4.5:1) on every surface of their mode, status and
 * chart colours 3:1 as graphics; `tokens.spec.ts` checks both.
 */
export interface Tokens {
  surface: { ground: string; paper: string; raised: string; sunken: string };
  line: { soft: string; strong: string };
  text: { primary: string; secondary: string; disabled: string };
  accent: { light: string; main: string; dark: string; contrastText: string };
  error: string;
  warning: string;
  info: string;
  success: string;
  onSignal: string;
  /** Finished work is calm beside work that waits for somebody. */
  status: StatusColors;
  chart: ChartPalettes;
}

/** Colours of series and slices, which mean nothing but their order. */
export interface ChartPalettes {
  members: readonly [string, string, string, string];
  slices: readonly [string, string, string, string, string, string, string, string];
}

export interface StatusColors {
  completed: string;
  in_progress: string;
  pending: string;
  rework: string;
  ready_for_review: string;
  reviewed: string;
  delivered: string;
  other: string;
}

export const DARK: Tokens = {
  surface: { ground: '#0c1013', paper: '#12181c', raised: '#192126', sunken: '#0a0d10' },
  line: { soft: '#222c32', strong: '#35424a' },
  text: { primary: '#e9eef0', secondary: '#a0adb4', disabled: '#66747c' },
  accent: { light: '#7fe6da', main: '#3fd4c4', dark: '#1fa697', contrastText: '#05201d' },
  error: '#ff7a70',
  warning: '#f2b45a',
  info: '#6cb2ff',
  success: '#6bcf7f',
  onSignal: '#0c1013',
  status: {
    completed: '#57a56a',
    in_progress: '#6cb2ff',
    pending: '#f2a65a',
    rework: '#ff7a70',
    ready_for_review: '#bd9bff',
    reviewed: '#35a3a8',
    delivered: '#87979f',
    other: '#6f7b82',
  },
  chart: {
    members: ['#3fd4c4', '#6cb2ff', '#f2b45a', '#c79bff'],
    slices: [
      '#3fd4c4',
      '#6cb2ff',
      '#f2b45a',
      '#c79bff',
      '#7fd17a',
      '#ff8a80',
      '#d8de6b',
      '#f29ad0',
    ],
  },
};

export const LIGHT: Tokens = {
  surface: { ground: '#f3f5f6', paper: '#ffffff', raised: '#ffffff', sunken: '#e9edef' },
  line: { soft: '#dde3e6', strong: '#bcc7cc' },
  text: { primary: '#121b20', secondary: '#4e5d65', disabled: '#8a979e' },
  accent: { light: '#1b8f83', main: '#0b7268', dark: '#06574f', contrastText: '#ffffff' },
  error: '#c0322b',
  warning: '#8f5a00',
  info: '#1d63b8',
  success: '#22763a',
  onSignal: '#ffffff',
  status: {
    completed: '#4b8c5c',
    in_progress: '#2a74cf',
    pending: '#c46a10',
    rework: '#cf3f37',
    ready_for_review: '#7f52d6',
    reviewed: '#2f8489',
    delivered: '#728591',
    other: '#7d8589',
  },
  chart: {
    members: ['#0e857a', '#2a74cf', '#b8660f', '#7f52d6'],
    slices: [
      '#0e857a',
      '#2a74cf',
      '#b8660f',
      '#7f52d6',
      '#3d8636',
      '#cf3f37',
      '#7d7f12',
      '#b8438f',
    ],
  },
};
