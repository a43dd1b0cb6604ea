import { render, screen } from '@testing-library/react';
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
