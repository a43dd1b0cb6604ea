import { render } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
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

  it.each([
    ['ada king lovelace', 'AL'],
    ['  Zoë ', 'Z'],
    ['Émile-Zola (he)', 'ÉH'],
    ['李 小龙', '李小'],
    ['𝒜da', '𝒜'],
  ])('UI-81 has the initials of the first and the last word: %s is %s', (name, initials) => {
    const drawn = shown(name).querySelector<HTMLElement>('[data-initials]');
    expect(drawn?.dataset['initials']).toBe(initials);
  });

  it('UI-81 has the same colour for the same name, and several colours', () => {
    // Pictures differ in their colour alone, and so do their classes.
    const look = (name: string) => shown(name).querySelector('.MuiAvatar-root')?.className;
    expect(look('Ada Lovelace')).toBe(look('Ada Lovelace'));
    const names = Array.from({ length: 40 }, (_, index) => `Trainer ${index}`);
    expect(new Set(names.map(look)).size).toBe(8);
  });
});
