/** Colours of axes, grids and backgrounds, as the theme's CSS variables: charts follow its mode by themselves. */
export const INK = {
  text: 'var(--portal-palette-text-secondary)',
  strong: 'var(--portal-palette-text-primary)',
  grid: 'var(--portal-palette-line-soft)',
  cursor: 'var(--portal-palette-line-strong)',
  ground: 'var(--portal-palette-background-paper)',
} as const;
