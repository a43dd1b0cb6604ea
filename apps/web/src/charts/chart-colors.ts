/** Colours of axes, grids and backgrounds as CSS variables, so that charts follow the theme. */
export const CHART_COLORS = {
  text: 'var(--portal-palette-text-secondary)',
  strong: 'var(--portal-palette-text-primary)',
  grid: 'var(--portal-palette-line-soft)',
  cursor: 'var(--portal-palette-line-strong)',
  ground: 'var(--portal-palette-background-paper)',
} as const;
