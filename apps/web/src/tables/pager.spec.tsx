import { render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { describe, expect, it } from 'vitest';
import { Pager } from './pager';

/** The pages that a pager asks for. */
function pagerAt(page: number, size: number, total: number): number[] {
  const asked: number[] = [];
  const onPage = (wanted: number) => asked.push(wanted);
  render(<Pager label="users" {...{ page, size, total, onPage }} />);
  return asked;
}
const button = (name: string) => screen.getByRole<HTMLButtonElement>('button', { name });

describe('Pager', () => {
  it('UI-2 names the rows of the page', async () => {
    const asked = pagerAt(13, 7, 97);
    expect(screen.getByText('92–97 of 97')).toBeTruthy();
    expect(button('Next page').disabled).toBe(true);
    await userEvent.click(button('Previous page'));
    expect(asked).toEqual([12]);
  });

  it('UI-2 leads from beyond the end to the last page', async () => {
    const asked = pagerAt(98, 7, 97);
    expect(screen.getByText('0 of 97')).toBeTruthy();
    expect(button('Next page').disabled).toBe(true);
    await userEvent.click(button('Previous page'));
    expect(asked).toEqual([13]);
  });

  it('UI-2 leads back to the only page', async () => {
    const asked = pagerAt(3, 100, 97);
    expect(screen.getByText('0 of 97')).toBeTruthy();
    await userEvent.click(button('Previous page'));
    expect(asked).toEqual([0]);
  });

  it('UI-2 has no buttons for one page', () => {
    pagerAt(0, 100, 97);
    expect(screen.queryByRole('button')).toBeNull();
  });
});
