import type { ListedItem, ListMeta, FieldMeta } from '@portal/contracts/lists';

/** A form creates an item, or changes one. */
export type FormMode = 'create' | 'edit';

/** The fields that the server sets. */
const SET_BY_SERVER: readonly string[] = ['created_at', 'updated_at'];

/** The fields of a form, in the order of the metadata. */
export function formFields({ fields }: ListMeta, mode: FormMode): FieldMeta[] {
  return fields.filter(
    ({ name, hidden, auto_increment, read_only, create_only, primary_key }) =>
      !hidden &&
      !auto_increment &&
      !read_only &&
      !SET_BY_SERVER.includes(name) &&
      (mode === 'create' || !(create_only || primary_key)),
  );
}

/**
 * The columns of a table; what the server sets comes last. A field that lists leave out is not in
 * their items.
 */
export function columnFields({ fields }: ListMeta, items: readonly ListedItem[]): FieldMeta[] {
  const [first] = items;
  return ranked(fields.filter(({ name, hidden }) => !hidden && (first ? name in first : true)));
}

/** What the server sets comes last. */
export function ranked(fields: readonly FieldMeta[]): FieldMeta[] {
  return fields.toSorted((one, other) => rank(one) - rank(other));
}

function rank({ name, auto_increment }: FieldMeta): number {
  if (auto_increment) return 2;
  return SET_BY_SERVER.includes(name) ? 1 : 0;
}

/** Whether the item of a list lacks fields of the form, which only a single item has. */
export function lacksDetails(fields: readonly FieldMeta[], item: ListedItem): boolean {
  return fields.some(({ name }) => !(name in item));
}

/** The primary key of an item. */
export function keyOf({ primary_key }: ListMeta, item: ListedItem): string {
  return String(item[primary_key]);
}

/** Names an item for users: its required texts and days, or its key. */
export function itemName(meta: ListMeta, item: ListedItem): string {
  const texts = meta.fields
    .filter(({ required, searchable, type }) => required && (searchable || type === 'date'))
    .map(({ name }) => item[name])
    .filter((value) => typeof value === 'string' && value !== '');
  return texts.length > 0 ? texts.join(', ') : `${meta.label} ${keyOf(meta, item)}`;
}

/** Whether an empty field is refused. On creation the server completes what is not required. */
export function isMandatory(field: FieldMeta, mode: FormMode): boolean {
  const { nullable, required, type, default: value } = field;
  if (nullable || type === 'boolean' || type === 'list') return false;
  if (required) return true;
  const canBeEmpty = type === 'string' && value === '' && field.enum === null;
  return !canBeEmpty && (mode === 'edit' || value !== null);
}

/** Whether the values of a field are choices, not names of items. */
export function isChoice(field: FieldMeta): boolean {
  return field.enum !== null && field.type === 'string';
}
