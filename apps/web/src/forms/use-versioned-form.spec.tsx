import { QueryClientProvider, useMutation } from '@tanstack/react-query';
import { act, renderHook, waitFor } from '@testing-library/react';
import fc from 'fast-check';
import { expect, it, vi } from 'vitest';
import { z } from 'zod';
import { createQueryClient } from '../app/query-client';
import { ApiError, networkError } from '../lib/api-error';
import { grant, signInAs } from '../testing/users';
import { changedFields, type Fields, type ItemChange, type Side } from './conflict';
import type { DraftOptions } from './draft';
import { useVersionedForm } from './use-versioned-form';

const NAMES = ['a', 'b', 'c'] as const;
type Name = (typeof NAMES)[number];
type Values = Record<Name, string>;
type Item = Values & { readonly version: number };

/** One item with `If-Match`. It refuses '!' in any field before it looks at the version. */
class Server {
  item: Item = { version: 1, a: '0', b: '0', c: '0' };
  isUnreachable = false;
  /** How many requests have ended, and the last accepted change. */
  ends = 0;
  accepted: Fields | undefined;

  change(fields: Fields): void {
    this.item = { ...this.item, ...fields, version: this.item.version + 1 };
  }

  async update({ before, change }: ItemChange<Item>): Promise<Item> {
    const wrong = Object.keys(change).filter((name) => change[name] === '!');
    if (wrong.length > 0) {
      this.ends += 1;
      const errors = wrong.map((name) => ({ pointer: `/${name}`, detail: 'is wrong' }));
      throw new ApiError('Not valid', { status: 400, code: 'invalid-input', errors });
    }
    if (before.version !== this.item.version) {
      const stored: Fields = this.item;
      const errors = Object.entries(change).map(([name, sent]) => ({
        ...{ pointer: `/${name}`, detail: 'has changed', stored: stored[name], sent },
      }));
      throw new ApiError('Changed', { status: 409, code: 'conflict', errors });
    }
    this.change(change);
    this.accepted = change;
    return this.item;
  }

  async read(): Promise<Item> {
    this.ends += 1;
    if (this.isUnreachable) throw networkError();
    return this.item;
  }
}

/** The form of one person, opened with the item that the server has now. */
function openForm(server: Server, draft?: DraftOptions<Item, Values>) {
  const client = createQueryClient();
  let done = 0;
  const { result, rerender, unmount } = renderHook(
    ({ item }: { item: Item }) =>
      useVersionedForm<Item, Values, Values>({
        item,
        ...(draft && { draft }),
        fields: NAMES.map((name) => ({ name, label: name })),
        valuesOf: (one) => ({ a: one?.a ?? '', b: one?.b ?? '', c: one?.c ?? '' }),
        resolver: (values) => ({ values, errors: {} }),
        changeOf: changedFields,
        fetchCurrent: () => server.read(),
        update: useMutation<Item, Error, ItemChange<Item>>({
          mutationFn: (change) => server.update(change),
        }),
        failed: 'Error',
        onDone: () => {
          done += 1;
        },
      }),
    {
      initialProps: { item: server.item },
      wrapper: ({ children }) => (
        <QueryClientProvider client={client}>{children}</QueryClientProvider>
      ),
    },
  );
  /** Runs one attempt to save to its end. */
  async function attempt(start: () => void): Promise<void> {
    const ends = server.ends + done;
    act(start);
    await waitFor(
      () => {
        expect(server.ends + done).toBeGreaterThan(ends);
        expect(result.current.isSaving).toBe(false);
      },
      { interval: 1 },
    );
  }
  return {
    /** What the person types, over what the form shows. */
    type: (name: Name, text: string) =>
      act(() => result.current.form.setValue(name, text, { shouldDirty: true })),
    /** A list behind the form was fetched again. */
    refetch: () => rerender({ item: server.item }),
    save: () => attempt(() => result.current.submit()),
    conflict: () => result.current.conflict,
    choose: (sides: Readonly<Record<Name, Side>>) => attempt(() => result.current.choose(sides)),
    isDone: () => done > 0,
    close: unmount,
  };
}

const nameArb = fc.constantFrom(...NAMES);
const sideArb = fc.constantFrom<Side>('stored', 'own');
const stepArb = fc.oneof(
  fc.record({
    do: fc.constant('type' as const),
    name: nameArb,
    text: fc.constantFrom('1', '2', '!'),
  }),
  fc.record({
    do: fc.constant('other' as const),
    name: nameArb,
    text: fc.constantFrom('1', '3', '4'),
  }),
  fc.record({ do: fc.constant('refetch' as const) }),
  fc.record({
    do: fc.constant('save' as const),
    sides: fc.record({ a: sideArb, b: sideArb, c: sideArb }),
    isUnreachable: fc.boolean(),
    /** What the other person changes while the conflict is open. */
    meanwhile: fc.option(nameArb),
  }),
);
type Step = typeof stepArb extends fc.Arbitrary<infer S> ? S : never;

/** Checks each accepted change against what the person really typed and chose. */
async function play(steps: readonly Step[]): Promise<void> {
  const server = new Server();
  let form = openForm(server);
  let seen: Item = server.item;
  let typed: Partial<Values> = {};
  const settle = () => {
    for (const name of NAMES) if (typed[name] === seen[name]) delete typed[name];
  };
  for (const step of steps) {
    if (step.do === 'type') {
      form.type(step.name, step.text);
      typed[step.name] = step.text;
      settle();
    } else if (step.do === 'other') {
      server.change({ [step.name]: step.text });
    } else if (step.do === 'refetch') {
      form.refetch();
    } else {
      server.isUnreachable = step.isUnreachable;
      let before = server.item;
      await form.save();
      server.isUnreachable = false;
      for (let round = 0; form.conflict() !== null && !form.isDone(); round += 1) {
        const { current, contested } = form.conflict() ?? { current: before, contested: [] };
        if (round === 0 && step.meanwhile !== null) server.change({ [step.meanwhile]: '5' });
        before = server.item;
        await form.choose(step.sides);
        seen = current;
        for (const { name } of contested) {
          const at = NAMES.find((one) => one === name);
          if (at && step.sides[at] === 'stored') delete typed[at];
        }
        settle();
      }
      if (!form.isDone()) continue;
      // Fields that the person did not touch are those of their last writer.
      expect({ ...server.item, version: 0 }).toEqual({ ...before, ...typed, version: 0 });
      form.close();
      form = openForm(server);
      seen = server.item;
      typed = {};
    }
  }
  form.close();
}

it('ADM-42 edits of two people and refusals never lose a field that its last writer did not touch', async () => {
  vi.spyOn(console, 'error').mockReturnValue();
  await fc.assert(fc.asyncProperty(fc.array(stepArb, { maxLength: 14 }), play), { numRuns: 60 });
});

const textsSchema = z.object({ a: z.string(), b: z.string(), c: z.string() });
const DRAFT: DraftOptions<Item, Values> = {
  ...{ key: 'item/1', names: NAMES, restored: 'Restored' },
  schema: z.object({
    base: textsSchema.extend({ version: z.number() }).nullable(),
    texts: textsSchema,
  }),
};

it('CSTPAGE-29 what others changed since a draft was typed is a conflict', async () => {
  signInAs(grant(1));
  const server = new Server();
  const left = openForm(server, DRAFT);
  left.type('a', '1');
  left.close();
  server.change({ a: '3' });
  const form = openForm(server, DRAFT);
  await form.save();
  expect(form.conflict()?.contested).toEqual([{ name: 'a', stored: '3', own: '1' }]);
  form.close();
});
