import { useState } from 'react';
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

  function preview(list: PeopleList, choice: Choice): void {
    onboard.reset();
    const people = peopleOf(list.entries);
    const show = (answer: Parameters<typeof previewOf>[1]) =>
      setOnboarding({ choice, list, lines: previewOf(list.entries, answer, choice) });
    if (people.length === 0) show({ people: [] });
    else lookUp.mutate({ ...requestOf(people, choice), dry_run: true }, { onSuccess: show });
  }

  /** Onboards everybody in the list except those of invalid lines. */
  function run({ choice, list, lines }: Onboarding): void {
    const people = list.entries.flatMap((entry, key) =>
      entry.kind === 'person' && lines[key]?.kind !== 'invalid' ? [entry] : [],
    );
    onboard.mutate(requestOf(people, choice));
  }

  /** Back to the form; what was or will be found is of another list. */
  function edit(): void {
    lookUp.reset();
    setOnboarding(undefined);
  }

  return { onboarding, lookUp, onboard, preview, run, edit };
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
