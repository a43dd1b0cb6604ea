import { describe, expect, it } from 'vitest';
import { field } from '../../testing/lists';
import { conditionsParam, filtersText, type Condition } from './conditions';
import { conditionOf, draftOf, newDraft, withOperator } from './drafts';

const level = field('level', { type: 'integer' });
const name = field('name', { searchable: true });

describe('conditions', () => {
  it('ADM-3 reads the filters of the API from the URL, and writes them', () => {
    const conditions: Condition[] = [
      { field: 'level', operator: 'gte', value: 2 },
      { field: 'level', operator: 'lt', value: 9 },
      { field: 'pod.project_id', operator: 'in', value: [1, 2] },
    ];
    const [text = ''] = conditionsParam.write(conditions);
    expect(text).toBe('{"level":{"gte":2,"lt":9},"pod.project_id":{"in":[1,2]}}');
    expect(conditionsParam.read([text])).toEqual(conditions);
    expect(conditionsParam.read(['{"role":"lead"}'])).toEqual([
      { field: 'role', operator: 'eq', value: 'lead' },
    ]);
    for (const wrong of ['', '[]', '{"a":', '{"a":{"like":1}}']) {
      expect(conditionsParam.read([wrong])).toEqual([]);
    }
    expect(filtersText([])).toBe('');
  });

  it('ADM-5 reads operands as the type of the field', () => {
    const draft = { ...newDraft(1, level), operands: ['12'] };
    expect(conditionOf(level, draft)).toEqual({
      condition: { field: 'level', operator: 'eq', value: 12 },
    });
    expect(conditionOf(level, { ...draft, operands: ['x'] })).toEqual({
      error: 'Must be a number',
    });
    expect(conditionOf(level, { ...draft, operands: [''] })).toBeNull();
    const between = withOperator(draft, 'between');
    expect(conditionOf(level, { ...between, operands: ['1', '3'] })).toEqual({
      condition: { field: 'level', operator: 'between', value: [1, 3] },
    });
    expect(conditionOf(level, withOperator(draft, 'is_null'))).toEqual({
      condition: { field: 'level', operator: 'is_null', value: true },
    });
  });

  it('ADM-5 edits a condition with the operands that it has', () => {
    expect(newDraft(1, name).operator).toBe('contains');
    for (const condition of [
      { field: 'level', operator: 'between', value: [1, 3] },
      { field: 'level', operator: 'is_null', value: false },
      { field: 'level', operator: 'in', value: [5] },
    ] satisfies Condition[]) {
      expect(conditionOf(level, draftOf(1, level, condition))).toEqual({ condition });
    }
  });
});
