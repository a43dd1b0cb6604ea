import { describe, expect, it } from 'vitest';
import { DARK, LIGHT, type Tokens } from './tokens';

/** WCAG 2 contrast of two colours '#rrggbb'. */
function contrast(a: string, b: string): number {
  const [lighter, darker] = [luminance(a), luminance(b)].sort((x, y) => y - x);
  return ((lighter ?? 0) + 0.05) / ((darker ?? 0) + 0.05);
}

function luminance(color: string): number {
  const [r = 0, g = 0, b = 0] = [1, 3, 5].map((at) => {
    const channel = Number.parseInt(color.slice(at, at + 2), 16) / 255;
    return channel <= 0.04045 ? channel / 12.92 : ((channel + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * r + 0.7152 * g + 0.0722 * b;
}

function failures(tokens: Tokens, colors: Record<string, string>, least: number): string[] {
  return Object.entries(colors).flatMap(([name, color]) =>
    Object.entries(tokens.surface)
      .filter(([, surface]) => contrast(color, surface) < least)
      .map(([surface, value]) => `${name} on ${surface}: ${contrast(color, value).toFixed(2)}`),
  );
}

describe.each([
  ['dark', DARK],
  ['light', LIGHT],
])('%s colours', (_name, tokens) => {
  it('WEB-15 keep text legible (AA) on every surface', () => {
    const { error, warning, info, success, accent, text } = tokens;
    const words = { error, warning, info, success, accent: accent.main };
    expect(
      failures(tokens, { ...words, primary: text.primary, secondary: text.secondary }, 4.5),
    ).toEqual([]);
  });

  it('WEB-15 keep each task status visible as a graphic on every surface', () => {
    expect(failures(tokens, { ...tokens.status }, 3)).toEqual([]);
  });

  it('TEAM-1 keep the colours of charts visible on every surface, and apart from each other', () => {
    for (const colors of [tokens.chart.members, tokens.chart.slices]) {
      expect(failures(tokens, Object.fromEntries(colors.entries()), 3)).toEqual([]);
      expect(new Set(colors).size).toBe(colors.length);
    }
    expect(tokens.chart.members).toHaveLength(4);
    expect(tokens.chart.slices).toHaveLength(8);
  });

  it('WEB-15 keep text on filled buttons legible', () => {
    const { error, warning, info, success, onSignal, accent } = tokens;
    const fills = [error, warning, info, success].map((fill) => contrast(fill, onSignal));
    expect(Math.min(...fills, contrast(accent.main, accent.contrastText))).toBeGreaterThan(4.5);
  });
});
