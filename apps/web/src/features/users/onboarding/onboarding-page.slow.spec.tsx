import type { Onboarded } from '@portal/contracts/onboarding';
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { heldReply } from '../../../testing/held-reply';
import { LiveServer } from '../../../testing/live-server';
import { serveAda, page } from '../../../testing/managed-user';
import { serveShell } from '../../../testing/portal-stub';
import { openAt, press } from '../../../testing/render';
import { refusal, stubServer } from '../../../testing/stub-server';
import { grant, signInAs } from '../../../testing/users';

const stub = stubServer();
new LiveServer().attach(stub.server);

const ONBOARD = 'POST /api/v1/auth/users/onboarding' as const;
const bodies = () => stub.callsOf(ONBOARD).map(({ body }): unknown => JSON.parse(body));
const rows = () =>
  within(screen.getByRole('table', { name: 'Lines of the list' }))
    .getAllByRole('row')
    .slice(1)
    .map((row) => [...row.children].map((cell) => cell.textContent).join(' | '));

function answer(people: readonly Partial<Onboarded>[], group: number | null = null) {
  const nothing = { email: '', is_new: true, role: null, pod_role: null, refusal: null };
  return {
    json: {
      dry_run: group === null,
      people: people.map((person) => ({ ...nothing, ...person })),
      group_id: group,
    },
  };
}

async function choose(select: string, option: string | RegExp): Promise<void> {
  const field = await screen.findByRole('combobox', { name: select });
  await waitFor(() => expect(field.getAttribute('aria-disabled')).toBe(null));
  await userEvent.click(field);
  await userEvent.click(await screen.findByRole('option', { name: option }));
}

async function paste(list: string): Promise<void> {
  const field = await screen.findByRole('textbox', { name: /People/ });
  fireEvent.change(field, { target: { value: list } });
}

async function chooseFile(name: string, content: BlobPart): Promise<void> {
  const input = screen.getByLabelText('File with people');
  await userEvent.upload(input, new File([content], name), { applyAccept: false });
}

beforeEach(() => {
  vi.spyOn(console, 'error').mockReturnValue();
  serveShell(stub);
  serveAda(stub);
  stub.on('GET /api/v1/pods/', () => ({ json: page([{ name: 'Juniper', version: '1' }]) }));
  signInAs(grant(0, 'full-access'));
});

describe('onboarding', () => {
  it('USERPAGE-15 needs a list, and a project together with a role', async () => {
    openAt('/admin/users/onboarding');
    await press('Preview');
    expect(screen.getByText('At least one email is required')).toBeTruthy();
    await paste(Array.from({ length: 1_001 }, (_, n) => `p${n}@example.com`).join('\n'));
    expect(screen.getByText('At most 1,000 people at a time')).toBeTruthy();
    await paste('email,name,role,team\nada@example.com,Ada,trainer,Blue');
    expect(screen.getByText('1 person. Not used: team')).toBeTruthy();
    expect(screen.getByText('Project and Role must be selected.')).toBeTruthy();
    await choose('Project', 'Project 1');
    expect(screen.queryByText('Project and Role must be selected.')).toBeNull();
    stub.on(ONBOARD, () => refusal('forbidden', 403, 'You do not manage the roles'));
    await press('Preview');
    expect(await screen.findByText('You do not manage the roles')).toBeTruthy();
  });

  it('USERPAGE-16 USERPAGE-17 previews each line, onboards all in one request and undoes it', async () => {
    const people = [
      { email: 'new@example.com', role: { name: 'trainer', is_new: true } },
      {
        email: 'ada@example.com',
        is_new: false,
        role: { name: 'reviewer', is_new: false },
        pod_role: { name: 'trainer' as const, is_new: true },
      },
    ];
    stub.on(ONBOARD, ({ body }) => answer(people, body.includes('dry_run') ? null : 7));
    stub.on('POST /api/v1/audit/7/undo', () => ({ json: { group_id: 8, undoes: 7, rows: 2 } }));
    openAt('/admin/users/onboarding');
    await choose('Project', 'Project 1');
    await choose('Role', /^trainer/);
    await choose('Pod', 'Juniper');
    await paste('email,name,role\nnew@example.com,New,\nada@example.com,,reviewer');
    await press('Preview');
    expect(await screen.findByText('2 lines: 1 new, 1 known.')).toBeTruthy();
    expect(rows()).toEqual([
      '2 | new@example.comNew | New | New account, role trainer in Project 1',
      '3 | ada@example.com | Known | Already reviewer in Project 1, trainer in pod Juniper',
    ]);
    await press('Onboard 2 people');
    expect(await screen.findByText('2 people are onboarded.')).toBeTruthy();
    const request = {
      people: [
        { email: 'new@example.com', name: 'New' },
        { email: 'ada@example.com', role: 'reviewer' },
      ],
      project_id: 1,
      role: 'trainer',
      pod: { name: 'Juniper', role: 'trainer' },
    };
    expect(bodies()).toEqual([{ ...request, dry_run: true }, request]);
    await press('Undo');
    expect(await screen.findByText('Undone: nothing of this onboarding is left.')).toBeTruthy();
    await press('Onboard more');
    expect(screen.getByRole('textbox', { name: /People/ })).toHaveProperty('value', '');
  });

  it('WEB-52 asks before a list is lost, until its people are onboarded', async () => {
    stub.on(ONBOARD, ({ body }) =>
      answer([{ email: 'a@example.com' }], body.includes('dry_run') ? null : 7),
    );
    const { url } = openAt('/admin/users/onboarding');
    const leave = () => userEvent.click(screen.getByRole('link', { name: 'Roles' }));
    const reload = () => fireEvent(window, new Event('beforeunload', { cancelable: true }));
    await screen.findByRole('textbox', { name: /People/ });
    // Whether the browser may reload the page at once.
    expect(reload()).toBe(true);
    await paste('a@example.com');
    await leave();
    const question = await screen.findByRole('dialog', { name: 'Discard changes?' });
    await userEvent.click(within(question).getByRole('button', { name: 'Keep editing' }));
    expect(url()).toBe('/admin/users/onboarding');
    expect(screen.getByRole('textbox', { name: /People/ })).toHaveProperty(
      'value',
      'a@example.com',
    );
    await press('Preview');
    await screen.findByText('1 line: 1 new, 0 known.');
    expect(reload()).toBe(false);
    await leave();
    await press('Keep editing');
    await press('Onboard 1 person');
    await screen.findByText('1 person is onboarded.');
    expect(reload()).toBe(true);
    await leave();
    await waitFor(() => expect(url()).toBe('/admin/roles'));
  });

  it('USERPAGE-33 starts nothing while lines are invalid, unless they are left out', async () => {
    const refused = {
      email: 'b@example.com',
      is_new: false,
      refusal: 'You cannot assign the role',
    };
    stub.on(ONBOARD, ({ body }) =>
      body.includes('dry_run')
        ? answer([{ email: 'a@example.com' }, refused])
        : answer([{ email: 'a@example.com' }], 7),
    );
    openAt('/admin/users/onboarding');
    await paste('a@example.com\nb@example.com\nnobody');
    await press('Preview');
    expect(
      await screen.findByText(/^3 lines: 1 new, 0 known, 2 invalid\. Nobody is added/),
    ).toBeTruthy();
    expect(rows().slice(0, 2)).toEqual([
      '2 | b@example.com | Invalid | You cannot assign the role',
      "3 | nobody | Invalid | 'nobody' is not an email; write one such as ada@example.com",
    ]);
    const start = screen.getByRole('button', { name: 'Onboard 1 person' });
    expect(start.hasAttribute('disabled')).toBe(true);
    await press('Leave out the 2 invalid lines');
    expect(screen.getByText(/The 2 invalid lines are left out\.$/)).toBeTruthy();
    await userEvent.click(start);
    expect(await screen.findByText('1 person is onboarded.')).toBeTruthy();
    expect(bodies().at(-1)).toEqual({ people: [{ email: 'a@example.com' }] });
  });

  it('USERPAGE-33 has nothing to leave out if all lines are invalid, and asks the server nothing', async () => {
    openAt('/admin/users/onboarding');
    await paste('nobody\nno one');
    await press('Preview');
    expect(await screen.findByText(/^2 lines: .* Go back and correct these lines\.$/)).toBeTruthy();
    expect(screen.queryByRole('button', { name: /^Leave out/ })).toBeNull();
    expect(bodies()).toEqual([]);
    await press('Back');
    expect(screen.getByRole('textbox', { name: /People/ })).toHaveProperty(
      'value',
      'nobody\nno one',
    );
  });

  it('USERPAGE-17 says that it runs, and why the server refuses it', async () => {
    const { released, release } = heldReply();
    stub.on(ONBOARD, async ({ body }) => {
      if (body.includes('dry_run')) return answer([{ email: 'a@example.com' }]);
      await released;
      return refusal('conflict', 409, 'An import has locked these items');
    });
    openAt('/admin/users/onboarding');
    await paste('a@example.com');
    await press('Preview');
    await press('Onboard 1 person');
    expect(screen.getByText('Onboarding 1 person. Nothing is changed until all are.')).toBeTruthy();
    release();
    expect(await screen.findByText('An import has locked these items')).toBeTruthy();
    await press('Check Again');
    expect(await screen.findByText('1 line: 1 new, 0 known.')).toBeTruthy();
  });

  it('USERPAGE-85 shows no preview of a list that was changed since', async () => {
    const { released, release } = heldReply();
    stub.on(ONBOARD, async ({ body }) => {
      if (body.includes('old@')) await released;
      return answer([{ email: body.includes('old@') ? 'old@example.com' : 'new@example.com' }]);
    });
    openAt('/admin/users/onboarding');
    await paste('old@example.com');
    await press('Preview');
    await waitFor(() => expect(bodies()).toHaveLength(1));
    await paste('new@example.com');
    release();
    await press('Preview');
    expect(await screen.findByText('1 line: 1 new, 0 known.')).toBeTruthy();
    expect(rows()).toEqual([expect.stringContaining('new@example.com')]);
    expect(bodies()).toHaveLength(2);
  });

  it('USERPAGE-34 takes a file, and says why it does not', async () => {
    openAt('/admin/users/onboarding');
    await screen.findByRole('button', { name: 'Choose file' });
    await chooseFile('people.csv', '\u{feff}email;name\r\nada@example.com;Ada\r\n');
    const list = screen.getByRole<HTMLTextAreaElement>('textbox', { name: /People/ });
    await waitFor(() => expect(list.value).toContain('ada@example.com;Ada'));
    expect(screen.getByText('1 person')).toBeTruthy();
    await chooseFile('latin.csv', new Uint8Array([0x5a, 0x6f, 0xeb]));
    expect(await screen.findByText(/^latin\.csv is not UTF-8/)).toBeTruthy();
    await chooseFile('people.xlsx', 'PK');
    expect(await screen.findByText('people.xlsx is not a .csv or .txt file.')).toBeTruthy();
    await chooseFile('large.csv', 'x'.repeat(1024 * 1024 + 1));
    expect(await screen.findByText('large.csv is larger than 1 MB.')).toBeTruthy();
    expect(list.value).toContain('ada@example.com;Ada');
  });

  it('USERPAGE-35 offers no role in all projects', async () => {
    openAt('/admin/users/onboarding');
    await userEvent.click(await screen.findByRole('combobox', { name: 'Project' }));
    expect(await screen.findByRole('option', { name: 'Project 1' })).toBeTruthy();
    expect(screen.queryByRole('option', { name: 'All projects' })).toBeNull();
  });

  it('USERPAGE-15 needs user-manage', async () => {
    signInAs(grant(1, 'admin-view', 'user-view'));
    const refused = openAt('/admin/users/onboarding');
    await waitFor(() => expect(refused.url()).toBe('/'));
  });
});
