import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useState } from 'react';
import { describe, expect, it } from 'vitest';
import { press, renderAlone } from '../../testing/render';
import { useDialog } from './use-dialog';

/** A list that scrolls, whose row is removed some time after the confirmation, as after a response. */
function List({ removes }: { removes: boolean }) {
  const { dialog, confirm } = useDialog();
  const [removed, setRemoved] = useState(false);
  const question = {
    title: 'Delete it?',
    text: 'It is gone then.',
    confirm: 'Yes',
    cancel: 'No',
    onConfirm: () => {
      if (removes) setTimeout(() => setRemoved(true), 20);
    },
  };
  return (
    <main>
      <h1>Page</h1>
      <section>
        <h2>Targets</h2>
        <div role="region" aria-label="Targets, scrolls">
          {!removed && <button onClick={() => confirm(question)}>Delete</button>}
        </div>
      </section>
      {dialog}
    </main>
  );
}

const focused = () => document.activeElement?.textContent;

describe('the focus after a question', () => {
  it('UI-40 goes to the heading of the list if the row is gone', async () => {
    renderAlone(<List removes />);
    await press('Delete');
    await press('Yes');
    await waitFor(() => expect(screen.queryByRole('button', { name: 'Delete' })).toBeNull());
    await waitFor(() => expect(focused()).toBe('Targets'));
  });

  it('UI-40 returns to the button if it is still there', async () => {
    renderAlone(<List removes={false} />);
    for (const answer of ['No', 'Yes']) {
      await press('Delete');
      await press(answer);
      await waitFor(() => expect(focused()).toBe('Delete'));
    }
    await userEvent.tab();
    expect(focused()).not.toBe('Targets');
  });
});
