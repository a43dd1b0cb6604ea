import { render, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, it } from 'vitest';
import { SearchField } from './search-field';

const box = () => screen.getByRole<HTMLInputElement>('searchbox');

it('UI-42 a search field follows the URL, and its own search does not undo new letters', async () => {
  const searched: string[] = [];
  const field = (value: string) => (
    <SearchField
      label="Search"
      placeholder="Search"
      maxLength={20}
      value={value}
      onSearch={(text) => searched.push(text)}
    />
  );
  const { rerender } = render(field(''));
  await userEvent.type(box(), 'ab');
  await waitFor(() => expect(searched).toEqual(['ab']));
  await userEvent.type(box(), 'c');
  rerender(field('ab'));
  expect(box().value).toBe('abc');
  await waitFor(() => expect(searched).toEqual(['ab', 'abc']));
  rerender(field('abc'));
  // Back, back, forward.
  for (const value of ['ab', '', 'ab', 'abc']) {
    rerender(field(value));
    expect(box().value).toBe(value);
  }
  expect(searched).toEqual(['ab', 'abc']);
});
