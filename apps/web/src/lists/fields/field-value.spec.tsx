import { render } from '@testing-library/react';
import { expect, it } from 'vitest';
import { field } from '../../testing/lists';
import { FieldValue } from './field-value';

it('ADM-133 a status is a chip in its colour, another choice is a text', () => {
  const chip = (name: string) => {
    const choice = field(name, { enum: ['in_progress', 'completed'] });
    const { container, unmount } = render(<FieldValue field={choice} value="in_progress" />);
    const look = container.querySelector<HTMLElement>('.MuiChip-root')?.getAttribute('style');
    const text = container.textContent;
    unmount();
    return { text, isColoured: look?.includes('--portal-palette-status-in_progress') ?? false };
  };
  expect(chip('status')).toEqual({ text: 'In Progress', isColoured: true });
  expect(chip('kind')).toEqual({ text: 'In Progress', isColoured: false });
});
