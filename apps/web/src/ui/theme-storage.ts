import { THEMES } from '@portal/contracts/constants';
import { z } from 'zod';
import { readText, writeText } from '../lib/storage';

export const THEME_STORAGE_KEY = 'vuetify-theme';
const themeSchema = z.enum(THEMES);
export type ThemeName = z.infer<typeof themeSchema>;

/** The stored theme; dark if it is absent or invalid. */
export function readTheme(): ThemeName {
  const stored = themeSchema.safeParse(readText('browser', THEME_STORAGE_KEY));
  return stored.success ? stored.data : 'dark';
}

/** Stores a theme; ignores invalid values. */
export function writeTheme(value: unknown): void {
  const parsed = themeSchema.safeParse(value);
  if (parsed.success) writeText('browser', THEME_STORAGE_KEY, parsed.data, 'the theme');
}
