import { render, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { createMemoryRouter, Link, RouterProvider } from 'react-router';
import { expect, it } from 'vitest';
import type { TaskPanelProps } from '../../features/task-panel/task-panel';
import { TestStyles } from '../../testing/styles';
import { lazyPart } from '../../ui/lazy-part';
import { Providers } from '../providers';
import { OpenTask } from './open-task';

it('UI-179 WEB-126 a panel that cannot be loaded is closed with a toast, and opens the next time', async () => {
  let isGone = true;
  const Panel = lazyPart<TaskPanelProps>(async () => {
    if (isGone) throw new TypeError('Failed to fetch dynamically imported module');
    return ({ taskId }) => <p>Panel of {taskId}</p>;
  });
  const page = (
    <>
      <Link to="/?task=7">7</Link>
      <OpenTask panel={Panel} />
    </>
  );
  const router = createMemoryRouter([{ path: '/', element: page }]);
  render(
    <TestStyles>
      <Providers>
        <RouterProvider router={router} />
      </Providers>
    </TestStyles>,
  );
  await userEvent.click(screen.getByRole('link', { name: '7' }));
  await screen.findByText('This could not be shown');
  await waitFor(() => expect(router.state.location.search).toBe(''));
  expect(screen.queryByText('This part could not be shown.')).toBeNull();
  isGone = false;
  await userEvent.click(screen.getByRole('link', { name: '7' }));
  await screen.findByText('Panel of 7');
});
