import { act, render, screen } from '@testing-library/react';
import { useColorScheme } from '@mui/material';
import { describe, expect, it, vi } from 'vitest';
import { ThemeProvider } from './theme-provider';
import { THEME_STORAGE_KEY } from './theme-storage';

function Probe() {
  const { mode, setMode } = useColorScheme();
  return <button onClick={() => setMode('light')}>{mode}</button>;
}

function shownMode(): string | null {
  render(
    <ThemeProvider>
      <Probe />
    </ThemeProvider>,
  );
  return screen.getByRole('button').textContent;
}

describe('theme', () => {
  it('WEB-13 is dark by default and if the stored value is not a theme', () => {
    localStorage.setItem(THEME_STORAGE_KEY, 'purple');
    expect(shownMode()).toBe('dark');
    expect(document.documentElement.getAttribute('data-theme')).toBe('dark');
  });

  it('WEB-13 is read from vuetify-theme', () => {
    localStorage.setItem('vuetify-theme', 'light');
    expect(shownMode()).toBe('light');
  });

  it('WEB-13 is known from the first render on', () => {
    const seen: unknown[] = [];
    function Witness() {
      seen.push(useColorScheme().mode);
      return null;
    }
    render(
      <ThemeProvider>
        <Witness />
      </ThemeProvider>,
    );
    expect(seen[0]).toBe('dark');
  });

  it('WEB-13 stores a choice and follows the other tabs', () => {
    shownMode();
    act(() => screen.getByRole('button').click());
    expect(localStorage.getItem('vuetify-theme')).toBe('light');
    localStorage.setItem('vuetify-theme', 'dark');
    act(() => {
      window.dispatchEvent(new StorageEvent('storage', { key: THEME_STORAGE_KEY }));
    });
    expect(screen.getByRole('button').textContent).toBe('dark');
  });

  it('WEB-13 changes at once, without fades', () => {
    shownMode();
    const added = vi.spyOn(document.head, 'appendChild');
    act(() => screen.getByRole('button').click());
    expect(added.mock.calls.map(([node]) => node.textContent)).toContainEqual(
      expect.stringContaining('transition:none!important'),
    );
  });
});
