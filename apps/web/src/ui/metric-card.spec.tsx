import { act, fireEvent, render, screen } from '@testing-library/react';
import { expect, it } from 'vitest';
import { MetricCard } from './metric-card';

const card = (value: number) => (
  <MetricCard
    title="Total Tasks"
    value={value}
    format={String}
    subtitle={`${value} of 9000`}
    visual={<i>{value} drawn</i>}
  />
);

it('BOARD-17 a changed figure, its text and its chart are drawn together', () => {
  const { rerender } = render(card(6000));
  rerender(card(2865));
  expect(screen.getByRole('region').textContent).toBe('Total Tasks2865 drawn28652865 of 9000');
});

it('BOARD-102 says what the figure counts, also to the keyboard and to screen readers', async () => {
  const meaning = 'All reviews of these tasks';
  const none = { value: 4, format: String, subtitle: '4 reviews', visual: null };
  const { rerender } = render(<MetricCard title="Total Reviews" {...none} />);
  expect(screen.getByText('Total Reviews').closest('[tabindex]')).toBeNull();
  rerender(<MetricCard title="Total Reviews" meaning={meaning} {...none} />);
  expect(screen.getByRole('region', { name: 'Total Reviews' })).toBeTruthy();
  const term = screen.getByText('Total Reviews');
  expect(term.title).toBe(meaning);
  act(() => term.focus());
  fireEvent.mouseOver(term);
  expect((await screen.findByRole('tooltip')).textContent).toBe(meaning);
});
