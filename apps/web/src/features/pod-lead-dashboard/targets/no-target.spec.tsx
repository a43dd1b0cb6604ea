import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { describe, expect, it } from 'vitest';
import { memberWeek } from '../../../testing/pods';
import { heldReply } from '../../../testing/held-reply';
import { openAt, press } from '../../../testing/render';
import { refusal, stubServer } from '../../../testing/stub-server';
import { grant, signInAs } from '../../../testing/users';
import { target } from '../../../testing/pod-targets';
import { LAST, rowOf, THIS, boardOn } from '../spec-support/board';
import { weeksFrom } from '../week/weeks';

const stub = stubServer();
const { serve, open, servePod, bodiesOf } = boardOn(stub);

describe('a week without a target', () => {
  it('LEAD-3 without a target says so, and copies that of the week before', async () => {
    const before = target({ week_start_date: LAST, daily_tasks_target: 7 });
    const none = memberWeek('Ann', { tasks: 3, goal: null });
    serve({ target: null, expected: null, due: null, members: [none] }, [before]);
    stub.on('POST /api/v1/pod-weekly-targets/', () => ({ status: 201, json: before }));
    open('pod-info-public-view');
    await screen.findByText('No weekly targets set for this period');
    expect(rowOf('Ann')).not.toContain('%');
    await press('Copy the week before');
    await waitFor(() =>
      expect(bodiesOf('POST /api/v1/pod-weekly-targets/')).toEqual([
        {
          pod_name: 'Kestrel',
          week_start_date: THIS,
          daily_tasks_target: 7,
          daily_turns_target: 50,
        },
      ]),
    );
  });

  it('LEAD-3 UI-40 a copied target keeps the focus on the page', async () => {
    const before = target({ week_start_date: weeksFrom(LAST, -1) });
    servePod();
    serve({ target: null, expected: null, due: null }, [before]);
    signInAs(grant(1, 'pod-targets-manage', 'pod-info-public-view'));
    openAt(`/pods/Kestrel/lead-dashboard?week=${LAST}`);
    const copy = await screen.findByRole('button', { name: 'Copy the week before' });
    const failing = heldReply();
    stub.on('POST /api/v1/pod-weekly-targets/', async () => {
      await failing.released;
      return refusal('internal', 500, 'Broken');
    });
    copy.focus();
    await userEvent.keyboard('{Enter}');
    await waitFor(() => expect(copy.getAttribute('aria-disabled')).toBe('true'));
    // Browsers would take the focus from a disabled button.
    expect(copy).toHaveProperty('disabled', false);
    await userEvent.keyboard('{Enter}');
    failing.release();
    await screen.findByText('Broken');
    expect(document.activeElement).toBe(copy);
    expect(bodiesOf('POST /api/v1/pod-weekly-targets/')).toHaveLength(1);
    stub.on('POST /api/v1/pod-weekly-targets/', () => ({ status: 201, json: before }));
    serve({}, [before]);
    await userEvent.keyboard('{Enter}');
    await waitFor(() => expect(copy.isConnected).toBe(false));
    await waitFor(() => expect(document.activeElement?.textContent).toBe('Pod Lead Dashboard'));
  });
});
