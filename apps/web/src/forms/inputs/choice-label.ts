import { statusTitle } from '@portal/domain/statuses';

/** A choice for users: 'in_progress' → 'In Progress'. Names with other characters stay. */
export function choiceLabel(value: string): string {
  return /^[a-z]+(_[a-z]+)*$/.test(value) ? statusTitle(value) : value;
}

/** The choice with this label or value, ignoring case; else the text itself, without blanks around. */
export function choiceOf(options: readonly string[], text: string): string {
  const wanted = text.trim().toLowerCase();
  return (
    options.find((one) => [one.toLowerCase(), choiceLabel(one).toLowerCase()].includes(wanted)) ??
    text.trim()
  );
}
