/** The attacks grouped by class, in the order of the corpus. */
export function classesOf<T extends { readonly class: string }>(
  corpus: readonly T[],
): { class: string; attacks: readonly T[] }[] {
  const names = [...new Set(corpus.map((attack) => attack.class))];
  return names.map((name) => ({
    class: name,
    attacks: corpus.filter((attack) => attack.class === name),
  }));
}
