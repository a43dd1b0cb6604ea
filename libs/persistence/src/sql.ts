/**
 * Tags SQL for editors and reviewers. Only constants of this code base may be interpolated; values
 * always travel as bound parameters.
 */
export function sql(parts: TemplateStringsArray, ...constants: (string | number)[]): string {
  return String.raw({ raw: parts }, ...constants).trim();
}
