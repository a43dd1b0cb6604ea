import { render } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { colorOf, initialsOf } from './user-picture';
import { ThemeProvider } from './theme-provider';
import { UserPicture } from './user-picture';

const shown = (name: string, picture: string | null = null) =>
  render(
    <ThemeProvider>
      <UserPicture user={{ name, email: 'a@example.com', picture }} size={30} />
    </ThemeProvider>,
  ).container;

describe('the picture of a user', () => {
  it('UI-81 is the picture, and without one the initials', () => {
    const picture = shown('Ada Lovelace', 'https://example.com/ada.png');
    expect(picture.querySelector('img')?.getAttribute('src')).toBe('https://example.com/ada.png');
    const initials = shown('Ada Lovelace');
    expect(initials.querySelector('img')).toBeNull();
    expect(initials.querySelector('[data-initials="AL"]')).not.toBeNull();
    expect(initials.textContent).toBe('');
    expect(shown('').querySelector('[data-initials]')).toBeNull();
  });

  it('UI-81 has the initials of the first and the last word', () => {
    expect(initialsOf('ada king lovelace')).toBe('AL');
    expect(initialsOf('  Zoë ')).toBe('Z');
    expect(initialsOf('Émile-Zola (he)')).toBe('ÉH');
    expect(initialsOf('李 小龙')).toBe('李小');
    expect(initialsOf('𝒜da')).toBe('𝒜');
    expect(initialsOf('')).toBe('');
  });

  it('UI-81 has the same colour for the same name, and several colours', () => {
    expect(colorOf('Ada Lovelace')).toBe(colorOf('Ada Lovelace'));
    const names = Array.from({ length: 40 }, (_, index) => `Trainer ${index}`);
    expect(new Set(names.map(colorOf)).size).toBe(8);
  });
});
