import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { describe, expect, it } from 'vitest';
import { listMeta, field, FIELDS, queryOf, serveWidgets, widgetServer } from '../../testing/lists';
import { openAt, press } from '../../testing/render';

const stub = widgetServer();

const requests = () => stub.callsOf('GET /api/v1/pods/').map(queryOf);
const row = async (name: string) => screen.findByRole('row', { name: new RegExp(name) });

describe('filters of a list', () => {
  it('ADM-5 applies several conditions, and refuses an invalid operand', async () => {
    const tab = openAt('/admin/pods');
    await row('Widget 1');
    await press('Filters');
    const first = await screen.findByRole('group', { name: 'Condition 1' });
    const field = within(first).getByRole('combobox', { name: 'Field' });
    await waitFor(() => expect(document.activeElement).toBe(field));
    await userEvent.click(field);
    await userEvent.click(await screen.findByRole('option', { name: 'Level' }));
    await userEvent.type(within(first).getByRole('textbox', { name: 'Value' }), 'x');
    await press('Add condition');
    const second = screen.getByRole('group', { name: 'Condition 2' });
    await userEvent.click(within(second).getByRole('combobox', { name: 'Field' }));
    await userEvent.click(await screen.findByRole('option', { name: 'Name' }));
    await userEvent.type(within(second).getByRole('textbox', { name: 'Value' }), 'blue');
    await press('Apply');
    expect(await within(first).findByText('Must be a number')).toBeTruthy();
    await press('Add condition');
    const third = within(screen.getByRole('group', { name: 'Condition 3' }));
    expect(third.getByText('Enter a value')).toBeTruthy();
    await press('Remove condition 3');
    await userEvent.clear(within(first).getByRole('textbox', { name: 'Value' }));
    await userEvent.type(within(first).getByRole('textbox', { name: 'Value' }), '3');
    await press('Apply');
    await waitFor(() =>
      expect(requests().at(-1)?.['filters']).toBe('{"level":{"eq":3},"name":{"contains":"blue"}}'),
    );
    const chip = screen.getByText('Name contains blue').closest('[role=button], .MuiChip-root');
    await userEvent.click(within(chip as HTMLElement).getByTestId('CancelIcon'));
    await waitFor(() => expect(tab.url()).not.toContain('name'));
    expect(tab.url()).toContain('level');
  });

  it('ADM-5 shows choices in the popover as in the table', async () => {
    const filters = encodeURIComponent('{"kind":{"in":["small"]}}');
    openAt(`/admin/pods?filters=${filters}`);
    await row('Widget 1');
    await press('Filters: 1');
    const condition = await screen.findByRole('group', { name: 'Condition 1' });
    expect(within(condition).getByRole('button', { name: 'Small' })).toBeTruthy();
    await userEvent.click(within(condition).getByRole('combobox', { name: 'Values' }));
    await userEvent.click(await screen.findByRole('option', { name: 'Very Large' }));
    await press('Apply');
    await waitFor(() =>
      expect(requests().at(-1)?.['filters']).toBe('{"kind":{"in":["small","very_large"]}}'),
    );
  });

  it('ADM-5 offers the choices of a field with other values by their labels', async () => {
    const kind = { enum: ['small', 'very_large'], enum_is_open: true };
    serveWidgets(stub, listMeta({ fields: [...FIELDS.slice(0, 2), field('kind', kind)] }));
    const sent = () => requests().at(-1)?.['filters'];
    const find = (role: 'group' | 'option', name: string) => screen.findByRole(role, { name });
    openAt(`/admin/pods?filters=${encodeURIComponent('{"kind":{"eq":"small"}}')}`);
    await row('Widget 1');
    await press('Filters: 1');
    const value = within(await find('group', 'Condition 1')).getByRole('combobox', {
      name: 'Value',
    });
    expect(value).toHaveProperty('value', 'Small');
    await userEvent.clear(value);
    await userEvent.type(value, 'Very Large');
    await press('Apply');
    await waitFor(() => expect(sent()).toBe('{"kind":{"eq":"very_large"}}'));

    await press('Filters: 1');
    const condition = within(await find('group', 'Condition 1'));
    await userEvent.click(condition.getByRole('combobox', { name: 'Operator' }));
    await userEvent.click(await find('option', 'is one of'));
    const values = condition.getByRole('combobox', { name: 'Values' });
    await userEvent.click(values);
    await userEvent.click(await find('option', 'Small'));
    await userEvent.type(values, 'very large{Enter}odd_one');
    await press('Apply');
    await waitFor(() => expect(sent()).toBe('{"kind":{"in":["small","very_large","odd_one"]}}'));
  });
});
