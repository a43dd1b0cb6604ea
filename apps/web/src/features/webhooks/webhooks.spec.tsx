import type { DeliveryDetail, Webhook, WebhookDelivery } from '@portal/contracts/webhooks';
import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, describe, expect, it } from 'vitest';
import { serveShell } from '../../testing/portal-stub';
import { openAt, press } from '../../testing/render';
import { refusal, stubServer } from '../../testing/stub-server';
import { grant, signInAs } from '../../testing/users';

const stub = stubServer();
const BASE = '/api/v1/projects/1/webhooks';
const PAGE = '/admin/projects/1/webhooks';
const EVENT = '00000000-0000-8000-8000-000000000001';
const SECRET = 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw';

const webhook = (changes: Partial<Webhook> = {}): Webhook => ({
  ...{ id: 4, project_id: 1, name: 'Chat', url: 'https://example.com/hook', is_enabled: true },
  ...{ types: ['task.sent_back'], disabled_reason: null, failing_since: null, waiting: 0 },
  ...{ secret_made_at: '2026-01-05T10:00:00.000Z', old_secret_until: null },
  ...{ created_at: '2026-01-05T10:00:00.000Z', updated_at: '2026-01-05T10:00:00.000Z' },
  ...changes,
});
const delivery: WebhookDelivery = {
  ...{ event_id: EVENT, type: 'task.sent_back', state: 'failed', tries: 10, due_at: null },
  ...{ created_at: '2026-01-05T10:00:00.000Z', status: 500, problem: 'It answered 500' },
};
const detail: DeliveryDetail = {
  ...delivery,
  payload: { things: 2, task_ids: [7, 8] },
  log: [
    {
      ...{ at: '2026-01-05T10:00:01.000Z', took_ms: 12, status: 500 },
      ...{ answer: '<b>Oh no</b>', problem: 'It answered 500' },
    },
  ],
};

beforeEach(() => {
  serveShell(stub);
  signInAs(grant(1, 'project-admin', 'admin-view'));
});
const serve = (...found: Webhook[]) => stub.on(`GET ${BASE}`, () => ({ json: found }));
const bodyOf = (route: string): unknown => JSON.parse(stub.callsOf(route).at(-1)?.body ?? 'null');

describe('the webhooks of a project on the screen', () => {
  it('HOOKPAGE-1 are listed with what they are told, and why one is disabled or fails', async () => {
    serve(
      webhook(),
      webhook({ id: 5, name: 'Gone', is_enabled: false, disabled_reason: 'It answered 410' }),
      webhook({ id: 6, name: 'Away', failing_since: '2026-01-05T10:00:00.000Z', waiting: 3 }),
    );
    openAt(PAGE);
    const row = await screen.findByRole('region', { name: 'Chat' });
    expect(row.textContent).toContain('https://example.com/hook');
    expect(row.textContent).toContain('Tasks came back for rework');
    expect(screen.getByText('The portal disabled it: It answered 410')).toBeTruthy();
    expect(screen.getByText(/Fails since .*; 3 waiting/)).toBeTruthy();
    expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Test: Gone' }).disabled).toBe(
      true,
    );
  });

  it('HOOKPAGE-1 say that there are none, or that they could not be loaded', async () => {
    serve();
    openAt(PAGE);
    expect(await screen.findByText('No webhooks yet')).toBeTruthy();
  });

  it('HOOKPAGE-1 that could not be loaded are asked for again', async () => {
    stub.on(`GET ${BASE}`, () => refusal('forbidden', 403, 'You may not'));
    openAt(PAGE);
    expect(await screen.findByText('The webhooks could not be loaded')).toBeTruthy();
    serve(webhook());
    await press('Try Again');
    expect(await screen.findByRole('region', { name: 'Chat' })).toBeTruthy();
  });

  it('HOOKPAGE-2 a new one shows its secret once, or why it is refused', async () => {
    serve();
    openAt(PAGE);
    await press('New webhook');
    await userEvent.type(await screen.findByRole('textbox', { name: 'Name' }), 'Chat');
    await userEvent.type(screen.getByRole('textbox', { name: 'URL' }), 'https://10.0.0.1/');
    await userEvent.click(screen.getByRole('checkbox', { name: 'An import ended' }));
    stub.on(`POST ${BASE}`, () =>
      refusal('invalid-input', 400, 'The body is not valid', [
        { pointer: '/url', detail: 'must not lead to a private address' },
      ]),
    );
    await press('Create');
    expect(await screen.findByText('The URL must not lead to a private address')).toBeTruthy();
    stub.on(`POST ${BASE}`, () => ({ status: 201, json: { ...webhook(), secret: SECRET } }));
    await press('Create');
    expect(await screen.findByText(SECRET)).toBeTruthy();
    expect(bodyOf(`POST ${BASE}`)).toEqual({
      ...{ name: 'Chat', url: 'https://10.0.0.1/', types: ['import.ended'] },
    });
    await press('Done');
    await waitFor(() => expect(screen.queryByText(SECRET)).toBeNull());
  });

  it('HOOKPAGE-2 a new secret is shown once, with the time that the old one signs as well', async () => {
    serve(webhook());
    stub.on(`POST ${BASE}/4/secret`, () => ({
      status: 201,
      json: { ...webhook({ old_secret_until: '2026-01-06T10:00:00.000Z' }), secret: SECRET },
    }));
    openAt(PAGE);
    await press('New secret: Chat');
    await press('Replace the secret');
    expect(await screen.findByText(SECRET)).toBeTruthy();
    expect(screen.getByText(/The secret before signs as well until/)).toBeTruthy();
    expect(bodyOf(`POST ${BASE}/4/secret`)).toEqual({ overlap_hours: 24 });
  });

  it('HOOKPAGE-3 one is disabled, tested and deleted', async () => {
    serve(webhook());
    stub.on(`PUT ${BASE}/4`, () => ({ json: webhook({ is_enabled: false }) }));
    stub.on(`POST ${BASE}/4/test`, () => ({ status: 201, json: { event_id: EVENT } }));
    stub.on(`DELETE ${BASE}/4`, () => ({ status: 204, text: '' }));
    openAt(PAGE);
    await press('Test: Chat');
    expect(await screen.findByText(/The test is on its way/)).toBeTruthy();
    await userEvent.click(screen.getByRole('switch', { name: 'Enable Chat' }));
    await waitFor(() => expect(bodyOf(`PUT ${BASE}/4`)).toEqual({ is_enabled: false }));
    await press('Delete: Chat');
    await press('Delete');
    await waitFor(() => expect(stub.callsOf(`DELETE ${BASE}/4`)).toHaveLength(1));
  });

  it('HOOKPAGE-4 the log has the answers, and sends one or those of a day again', async () => {
    serve(webhook());
    stub.on(`GET ${BASE}/4/deliveries`, () => ({ json: { items: [delivery], next: null } }));
    stub.on(`GET ${BASE}/4/deliveries/${EVENT}`, () => ({ json: detail }));
    stub.on(`POST ${BASE}/4/deliveries/${EVENT}/replay`, () => ({ json: detail }));
    stub.on(`POST ${BASE}/4/replay`, () => ({ json: { replayed: 3, is_cut: false } }));
    openAt(PAGE);
    await press('Log: Chat');
    await press('Answers to task.sent_back');
    const answers = within(
      await screen.findByRole('region', { name: 'Answers to task.sent_back' }),
    );
    expect(answers.getByText('<b>Oh no</b>')).toBeTruthy();
    expect(answers.getByText('{"things":2,"task_ids":[7,8]}')).toBeTruthy();
    await press('Send it again');
    await waitFor(() =>
      expect(stub.callsOf(`POST ${BASE}/4/deliveries/${EVENT}/replay`)).toHaveLength(1),
    );
    await press('Send what failed in a day again');
    expect(await screen.findByText('3 events are sent again')).toBeTruthy();
    expect(bodyOf(`POST ${BASE}/4/replay`)).toMatchObject({ which: 'unsent' });
  });
});
