import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useState } from 'react';
import { FormProvider, useForm } from 'react-hook-form';
import { describe, expect, it } from 'vitest';
import { renderAlone } from '../../testing/render';
import { FormInput } from '../../forms/form-input';
import { textOf } from '../../forms/inputs/input-props';
import { AsyncPicker } from './async-picker';

interface Search {
  readonly text: string;
  readonly signal: AbortSignal;
  answer(options: readonly string[]): void;
  fail(): void;
}

/** A search whose responses the spec sends. */
function slowSearch() {
  const searches: Search[] = [];
  const search = (text: string, signal: AbortSignal) =>
    new Promise<readonly string[]>((resolve, reject) => {
      const fail = () => reject(new Error('The server could not be reached'));
      searches.push({ text, signal, answer: resolve, fail });
    });
  const last = async (text: string): Promise<Search> => {
    await waitFor(() => expect(searches.at(-1)?.text).toBe(text));
    const found = searches.at(-1);
    if (!found) throw new Error('no search');
    return found;
  };
  return { searches, search, last };
}

const same = (option: string) => option;
const input = () => screen.getByRole('combobox', { name: 'User' });

function open(search: (text: string, signal: AbortSignal) => Promise<readonly string[]>) {
  function Page() {
    const [value, setValue] = useState<string | null>(null);
    return (
      <AsyncPicker
        label="User"
        searchKey={['users']}
        keyOf={same}
        labelOf={same}
        {...{ search, value }}
        onChange={setValue}
      />
    );
  }
  renderAlone(<Page />);
}

describe('async picker', () => {
  it('UI-10 searches once typing pauses, and aborts a superseded search', async () => {
    const { searches, search, last } = slowSearch();
    open(search);
    await userEvent.click(input());
    const first = await last('');
    await userEvent.keyboard('ann');
    expect(screen.getByText('Searching…')).toBeTruthy();
    const second = await last('ann');
    expect(first.signal.aborted).toBe(true);
    expect(second.signal.aborted).toBe(false);
    expect(searches.length).toBeLessThanOrEqual(4);
    second.answer(['ann@example.com']);
    await userEvent.click(await screen.findByRole('option', { name: 'ann@example.com' }));
    expect(input()).toHaveProperty('value', 'ann@example.com');
  });

  it('UI-11 says that nothing matches or why the search failed', async () => {
    const { search, last } = slowSearch();
    open(search);
    await userEvent.click(input());
    (await last('')).answer([]);
    expect(await screen.findByText('No matches')).toBeTruthy();
    await userEvent.keyboard('x');
    // A failure without a response is tried again before it is shown.
    while (!screen.queryByText('The server could not be reached')) {
      const { fail } = await last('x');
      fail();
      await waitFor(() => undefined);
    }
  });

  it('UI-12 keeps the chosen options of a list while others are searched, and closes after a choice', async () => {
    const all = ['ann@example.com', 'bob@example.com', 'cid@example.com'];
    function Page() {
      const [value, setValue] = useState<readonly string[]>([]);
      return (
        <AsyncPicker
          multiple
          label="User"
          searchKey={['users']}
          search={(text) => Promise.resolve(all.filter((email) => email.includes(text)))}
          keyOf={same}
          labelOf={same}
          value={value}
          onChange={setValue}
        />
      );
    }
    renderAlone(<Page />);
    await userEvent.type(input(), 'ann');
    await userEvent.click(await screen.findByRole('option', { name: 'ann@example.com' }));
    await userEvent.type(input(), 'bob');
    await userEvent.click(await screen.findByRole('option', { name: 'bob@example.com' }));
    expect(screen.getByRole('button', { name: 'ann@example.com' })).toBeTruthy();
    expect(screen.getByRole('button', { name: 'bob@example.com' })).toBeTruthy();
    // The list would cover the buttons below the field.
    await waitFor(() => expect(screen.queryByRole('listbox')).toBeNull());
    await userEvent.click(input());
    await waitFor(() =>
      expect(screen.getAllByRole('option').map(({ textContent }) => textContent)).toEqual([
        'cid@example.com',
      ]),
    );
  });

  it('UI-13 is a field of a form', async () => {
    const sent: unknown[] = [];
    function Page() {
      const form = useForm({ defaultValues: { user: '' } });
      return (
        <FormProvider {...form}>
          <form onSubmit={(event) => void form.handleSubmit((values) => sent.push(values))(event)}>
            <FormInput field={{ name: 'user', label: 'User', hint: 'Any user' }}>
              {({ label, hint, value, onChange }) => (
                <AsyncPicker
                  {...{ label, hint }}
                  searchKey={['users']}
                  search={() => Promise.resolve(['ann@example.com'])}
                  keyOf={same}
                  labelOf={same}
                  value={textOf(value) || null}
                  onChange={(next) => onChange(next ?? '')}
                />
              )}
            </FormInput>
            <button type="submit">Save</button>
          </form>
        </FormProvider>
      );
    }
    renderAlone(<Page />);
    expect(screen.getByText('Any user')).toBeTruthy();
    await userEvent.click(input());
    await userEvent.click(await screen.findByRole('option', { name: 'ann@example.com' }));
    await userEvent.click(screen.getByRole('button', { name: 'Save' }));
    await waitFor(() => expect(sent).toEqual([{ user: 'ann@example.com' }]));
  });
});
