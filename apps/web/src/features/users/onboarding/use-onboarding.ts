import { useState } from 'react';
import { logError } from '../../../lib/log';
import { useOnboard } from '../api';
import { type Choice, peopleOf, type PreviewLine, previewOf } from './plan';
import type { Person, PeopleList } from './read-list';

/** A list that the server has looked up. */
export interface Onboarding {
  readonly choice: Choice;
  readonly list: PeopleList;
  readonly lines: readonly PreviewLine[];
}

/** Looks a list up with a dry run, and onboards its people in one request. */
export function useOnboarding() {
  const [onboarding, setOnboarding] = useState<Onboarding>();
  const lookUp = useOnboard();
  const onboard = useOnboard();

  async function preview(list: PeopleList, choice: Choice): Promise<void> {
    onboard.reset();
    const people = peopleOf(list.entries);
    try {
      const answer =
        people.length === 0
          ? { people: [] }
          : await lookUp.mutateAsync({ ...requestOf(people, choice), dry_run: true });
      setOnboarding({ choice, list, lines: previewOf(list.entries, answer, choice) });
    } catch (failure) {
      logError('The list could not be looked up', failure);
    }
  }

  /** Onboards everybody in the list except those of invalid lines. */
  function run({ choice, list, lines }: Onboarding): void {
    const people = list.entries.flatMap((entry, key) =>
      entry.kind === 'person' && lines[key]?.kind !== 'invalid' ? [entry] : [],
    );
    onboard.mutate(requestOf(people, choice));
  }

  return { onboarding, lookUp, onboard, preview, run, edit: () => setOnboarding(undefined) };
}

function requestOf(people: readonly Person[], { project, role, pod }: Choice) {
  return {
    people: people.map(({ email, name, role: own }) => ({
      email,
      ...(name !== '' && { name }),
      ...(own !== '' && { role: own }),
    })),
    ...(project && { project_id: project.id }),
    ...(role !== undefined && { role }),
    ...(pod && { pod }),
  };
}
