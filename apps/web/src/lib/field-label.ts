import { statusTitle } from '@portal/domain/statuses';

/** The name of a field for users. sql_query: 'SQL query', is_active: 'Active' */
export function fieldLabel(field: string): string {
  const words = statusTitle(field.replace(/^is_/, ''))
    .toLowerCase()
    .replaceAll(/\b(id|sql)\b/g, (word) => word.toUpperCase());
  return words.charAt(0).toUpperCase() + words.slice(1);
}
