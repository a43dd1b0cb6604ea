import type {} from '@mui/material/themeCssVarsAugmentation';
import { describe, expect, it } from 'vitest';
import { theme } from './theme';
import { mediaStyles } from './theme-media';
import { LIGHT } from './tokens';

const styles = mediaStyles(theme);

describe('styles of media', () => {
  it('UI-82 print in the colours of the light theme', () => {
    const printed = styles['@media print']['html[data-theme]'];
    expect(printed).toMatchObject({
      colorScheme: 'light',
      '--portal-palette-text-primary': LIGHT.text.primary,
      '--portal-palette-background-paper': LIGHT.surface.paper,
    });
  });

  it('UI-83 give secondary text and lines more contrast', () => {
    const { text, line } = theme.vars.palette;
    expect(text.secondary).toContain('--portal-palette-text-secondary');
    expect(line.soft).toContain('--portal-palette-line-soft');
    expect(styles['@media (prefers-contrast: more)']['html[data-theme]']).toMatchObject({
      '--portal-palette-text-secondary': text.primary,
      '--portal-palette-line-soft': text.primary,
    });
  });
});
