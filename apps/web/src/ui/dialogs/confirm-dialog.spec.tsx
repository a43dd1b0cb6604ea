import { act, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useState } from 'react';
import { describe, expect, it } from 'vitest';
import { press, renderAlone } from '../../testing/render';
import { useDialog } from './use-dialog';

/** A list that scrolls. Its row is removed some time after the confirmation, as after a response. */
function List({ onConfirm }: { onConfirm: (remove: () => void) => void }) {
  const { dialog, confirm } = useDialog();
  const [removed, setRemoved] = useState(false);
  const question = {
    title: 'Delete it?',
    text: 'It is gone then.',
    confirm: 'Yes',
    cancel: 'No',
    onConfirm: () => onConfirm(() => setRemoved(true)),
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
    let remove = () => {};
    renderAlone(
      <List
        onConfirm={(then) => {
          remove = then;
        }}
      />,
    );
    await press('Delete');
    await press('Yes');
    act(remove);
    expect(screen.queryByText('Delete')).toBeNull();
    await waitFor(() => expect(focused()).toBe('Targets'));
  });

  it('UI-40 returns to the button if it is still there', async () => {
    renderAlone(<List onConfirm={() => {}} />);
    for (const answer of ['No', 'Yes']) {
      await press('Delete');
      await press(answer);
      await waitFor(() => expect(focused()).toBe('Delete'));
    }
    await userEvent.tab();
    expect(focused()).not.toBe('Targets');
  });
});
