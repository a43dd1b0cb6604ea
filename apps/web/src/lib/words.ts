import { statusTitle } from '@portal/domain/statuses';

/** The order of names: letters without case, numbers within them by value. */
export const NAME_ORDER = new Intl.Collator('en', { numeric: true, sensitivity: 'base' });

/** At the start of a sentence or a label: 'Pod member' */
export function capitalised(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}

/** The name of a field for users. sql_query: 'SQL query', is_active: 'Active' */
export function fieldLabel(field: string): string {
  const words = statusTitle(field.replace(/^is_/, ''))
    .toLowerCase()
    .replaceAll(/\b(id|sql)\b/g, (word) => word.toUpperCase());
  return capitalised(words);
}
