import { screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, it, vi } from 'vitest';
import { field } from '../../testing/lists';
import { renderAlone } from '../../testing/render';
import { stubServer } from '../../testing/stub-server';
import { FieldInput } from './field-input';

const stub = stubServer();

it('ADM-72 a list of references is chosen from the other list', async () => {
  stub.on('GET /api/v1/auth/permissions/', () => ({
    json: { items: [{ name: 'translate-2' }, { name: 'user-view' }] },
  }));
  const onChange = vi.fn();
  const permissions = field('permissions', {
    type: 'list',
    label: 'Permissions',
    foreign_key: {
      base: '/auth/permissions/',
      field: 'name',
      label_field: 'name',
      candidates: null,
    },
  });
  renderAlone(
    <FieldInput
      field={permissions}
      label="Permissions"
      value={['user-view']}
      onChange={onChange}
    />,
  );
  expect(await screen.findByText('user-view')).toBeTruthy();
  await userEvent.click(screen.getByRole('combobox', { name: 'Permissions' }));
  await userEvent.click(await screen.findByRole('option', { name: 'translate-2' }));
  expect(onChange).toHaveBeenCalledWith(['user-view', 'translate-2']);
});
