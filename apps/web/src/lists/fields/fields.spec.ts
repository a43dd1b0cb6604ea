import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { listMeta, field, FIELDS, widget } from '../../testing/lists';
import { columnFields, formFields, isMandatory, itemName, lacksDetails } from './field-rules';
import { changedFields } from '../../forms/conflict';
import { editedItem, formValues, newItem } from './form-values';
import type { FormValues } from '../../forms/field';
import type { FieldMeta } from '@portal/contracts/lists';
import { parseField } from './parse-field';

const meta = listMeta();
const names = (fields: readonly { name: string }[]) => fields.map(({ name }) => name);

describe('fields of a list', () => {
  it('ADM-2 shows all but hidden fields, and what the server sets last', () => {
    const shown = names(columnFields(meta, [widget(1)]));
    expect(shown).toEqual([
      ...['name', 'code', 'level', 'kind', 'day', 'project_id', 'is_active'],
      ...['created_at', 'id'],
    ]);
  });

  it('ADM-10 leaves out of a form what the user cannot set', () => {
    const all = ['name', 'code', 'level', 'kind', 'day', 'project_id', 'is_active', 'extra'];
    expect(names(formFields(meta, 'create'))).toEqual(all);
    expect(names(formFields(meta, 'edit'))).toEqual(all.filter((name) => name !== 'code'));
    const stamps = listMeta({ fields: [field('created_at'), field('updated_at'), field('name')] });
    expect(names(formFields(stamps, 'create'))).toEqual(['name']);
  });

  it('ADM-15 recognizes an item whose list leaves fields out', () => {
    const fields = formFields(meta, 'edit');
    expect(lacksDetails(fields, widget(1))).toBe(true);
    expect(lacksDetails(fields, widget(1, { extra: null }))).toBe(false);
  });

  it('ADM-17 names an item by its required texts, or by its key', () => {
    expect(itemName(meta, widget(1))).toBe('Widget 1');
    expect(itemName(listMeta({ fields: [] }), widget(7))).toBe('Widget 7');
  });
});

describe('values of a form', () => {
  const read = (name: string, text: string, mode: 'create' | 'edit' = 'create') => {
    const found = FIELDS.find((one) => one.name === name);
    if (!found) throw new Error(name);
    return parseField(found, text, mode);
  };

  it('ADM-12 refuses what is missing or has the wrong type', () => {
    expect(read('name', '  ')).toEqual({ error: 'Name is required' });
    expect(read('level', 'many')).toEqual({ error: 'Must be a number' });
    expect(read('level', '1.5')).toEqual({ error: 'Must be a whole number' });
    expect(read('level', '10')).toEqual({ error: 'Must be at most 9' });
    expect(read('level', '0')).toEqual({ error: 'Must be at least 1' });
    expect(read('name', 'x'.repeat(21))).toEqual({ error: 'Must have at most 20 characters' });
    expect(read('day', '2026-02-30')).toEqual({ error: 'Must be a valid date' });
    expect(read('created_at', 'soon')).toEqual({ error: 'Must be a valid date' });
    expect(read('extra', '{"a":')).toEqual({ error: 'Must be valid JSON' });
    expect(read('extra', '[1]')).toEqual({ error: 'Must be a JSON object' });
  });

  it('ADM-12 accepts valid input, and an empty field that may be null', () => {
    expect(read('level', ' 7 ')).toEqual({ value: 7 });
    expect(read('level', '')).toEqual({ value: null });
    expect(read('day', '2026-01-31')).toEqual({ value: '2026-01-31' });
    expect(read('extra', '{"a":[1]}')).toEqual({ value: { a: [1] } });
  });

  it('ADM-13 leaves empty fields to the server on creation only', () => {
    const optional = field('ends', { type: 'date' });
    expect(isMandatory(optional, 'create')).toBe(false);
    expect(isMandatory(optional, 'edit')).toBe(true);
    const fields = formFields(meta, 'create');
    const values = { ...formValues(fields), name: 'One', code: 'C', project_id: '1' };
    expect(newItem(fields, values)).toEqual({
      ...{ name: 'One', code: 'C', project_id: 1 },
      // The defaults of the metadata.
      ...{ kind: 'small', is_active: true },
    });
  });

  it('ADM-14 sends the fields that differ', () => {
    const fields = formFields(meta, 'edit');
    const before = formValues(fields, widget(1, { extra: { a: 1, b: 2 } }));
    expect(changed(fields, before, before)).toEqual({});
    const after = { ...before, name: 'Other', level: '', extra: '{"b":2,"a":1}' };
    expect(changed(fields, before, after)).toEqual({ name: 'Other', level: null });
  });

  it('ADM-14 an unchanged form changes nothing, whatever the values are', () => {
    const fields = formFields(
      listMeta({ fields: [...FIELDS, field('done', { type: 'datetime' })] }),
      'edit',
    );
    const items = fc.record({
      name: fc.string(),
      level: fc.option(fc.integer()),
      day: fc.constantFrom('2024-02-29', null),
      is_active: fc.boolean(),
      extra: fc.option(fc.dictionary(fc.string(), fc.jsonValue())),
      done: fc
        .date({
          noInvalidDate: true,
          min: new Date('1970-01-01T00:00:00Z'),
          max: new Date('2100-01-01T00:00:00Z'),
        })
        .map((day) => day.toISOString()),
    });
    fc.assert(
      fc.property(items, (part) => {
        const values = formValues(fields, widget(1, part));
        expect(changed(fields, values, { ...values })).toEqual({});
      }),
    );
  });
});

function changed(fields: readonly FieldMeta[], before: FormValues, after: FormValues) {
  return changedFields(editedItem(fields, before), editedItem(fields, after));
}
