import { render } from '@testing-library/react';
import { expect, it } from 'vitest';
import { Freshness } from './freshness';

it('WEB-161 nothing says how old numbers are before the first ones', () => {
  const room = { kind: 'connecting', since: Date.now() } as const;
  const { container, rerender } = render(<Freshness room={room} asOf={0} />);
  expect(container.textContent).toBe('');
  rerender(<Freshness room={room} asOf={Date.now() - 60_000} />);
  expect(container.textContent).toContain('Stale');
});
