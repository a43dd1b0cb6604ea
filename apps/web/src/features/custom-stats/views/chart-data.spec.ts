import { describe, expect, it } from 'vitest';
import { result } from '../../../testing/custom-stats';
import { seriesColor } from '../../../charts/palette';
import { statusColor } from '../../../ui/status-color';
import { byUnit, chartDataOf } from './chart-data';

const NUMERIC: Readonly<Record<string, string>> = { status: 'text' };
const HUGE = '123456789012345678901234567890.5';
const GROUPED = '123,456,789,012,345,678,901,234,567,890.5';

function drawn(over: Parameters<typeof result>[0]) {
  const data = chartDataOf(result(over));
  return data && [data.labels, data.series.map(({ label, texts }) => [label, texts])];
}

describe('chart data', () => {
  it('CSTPAGE-58 minutes and hours have charts of their own', () => {
    const columns = ['status', 'tasks', 'avg_minutes', 'turns', 'Total duration', 'hours'].map(
      (name) => ({ name, type: name === 'status' ? 'text' : 'numeric' }),
    );
    const data = chartDataOf(
      result({ columns, data: [['completed', '12', '3.5', '7', '9', '1']] }),
    );
    const units = byUnit(data?.series ?? []).map((series) => series.map(({ label }) => label));
    expect(units).toEqual([['tasks', 'turns'], ['avg_minutes', 'Total duration'], ['hours']]);
    expect(byUnit([])).toEqual([]);
  });

  it('CSTPAGE-14 draws numbers over the other columns, with exact texts', () => {
    const columns = [
      { name: 'day', type: 'date' },
      { name: 'status', type: 'text' },
      { name: 'n', type: 'numeric' },
    ];
    expect(drawn({ columns, data: [['2026-01-05', null, HUGE]] })).toEqual([
      ['Jan 05, 2026 · null'],
      [['n', [GROUPED]]],
    ]);
  });

  it('CSTPAGE-14 names days and statuses, and separates the digits of numbers', () => {
    const columns = [
      { name: 'week', type: 'timestamp with time zone' },
      { name: 'status', type: 'text' },
      { name: 'n', type: 'bigint' },
    ];
    const data = [
      ['2026-11-10T00:00:00-08:00', 'ready_for_review', '-1234.50'],
      ['2026-11-10T14:05:09.5-08:00', 'in_progress', 'NaN'],
    ];
    expect(drawn({ columns, data })).toEqual([
      ['Nov 10, 2026, 00:00 · Ready For Review', 'Nov 10, 2026, 14:05 · In Progress'],
      [['n', ['-1,234.50', 'NaN']]],
    ]);
  });

  it('CSTPAGE-14 the first of several numbers names the categories, a single one is drawn', () => {
    const numbers = [
      { name: 'week', type: 'integer' },
      { name: 'n', type: 'bigint' },
    ];
    expect(drawn({ columns: numbers, data: [[3, '7']] })).toEqual([['3'], [['n', ['7']]]]);
    expect(drawn({ columns: numbers.slice(1), data: [['7']] })).toEqual([
      ['Row 1'],
      [['n', ['7']]],
    ]);
  });

  it('CSTPAGE-59 years, weeks, hours and ids are categories without separators', () => {
    const columns = ['year', 'completed_week', 'task_id', 'tasks'].map((name) => ({
      name,
      type: 'numeric',
    }));
    expect(drawn({ columns, data: [['2026', '48', '123456', '5103']] })).toEqual([
      ['2026 · 48 · 123456'],
      [['tasks', ['5,103']]],
    ]);
    expect(drawn({ columns: columns.slice(0, 2), data: [['2026', '48']] })).toBeNull();
    const amounts = ['hours', 'tasks_per_week', 'paid'].map((name) => ({ name, type: 'numeric' }));
    const data = chartDataOf(result({ columns: amounts, data: [['1', '2', '3']] }));
    expect(data?.series.map(({ label }) => label)).toEqual(['tasks_per_week', 'paid']);
    const group = {
      group_key: 'a',
      group_data: [],
      row_count: 4,
      subtotals: ['4052', null, null, '9'],
    };
    expect(drawn({ columns, aggregated_data: [group] })).toEqual([['a'], [['tasks', ['9']]]]);
  });

  it('CSTPAGE-62 BOARD-101 statuses have their titles and colours, as categories, groups and series', () => {
    const columns = ['status', 'tasks'].map((name) => ({ name, type: NUMERIC[name] ?? 'bigint' }));
    const rows = chartDataOf(result({ columns, data: [['in_progress', '3']] }));
    expect([rows?.labels, rows?.colors]).toEqual([['In Progress'], [statusColor('in_progress')]]);
    const part = { group_data: [], row_count: 1, subtotals: [null, '3'] };
    const groups = result({ columns, aggregated_data: [{ group_key: 'rework', ...part }] });
    const drawnGroups = chartDataOf(groups, 'status');
    expect([drawnGroups?.labels, drawnGroups?.colors]).toEqual([
      ['Rework'],
      [statusColor('rework')],
    ]);
    const models = chartDataOf(groups, 'target_model');
    expect([models?.labels, models?.colors]).toEqual([['rework'], undefined]);
    const pivot = ['day', 'completed', 'other'].map((name) => ({
      name,
      type: name === 'day' ? 'date' : 'bigint',
    }));
    const series = chartDataOf(
      result({ columns: pivot, data: [['2026-01-05', '3', '4']] }),
    )?.series;
    expect(series?.map(({ color }) => color)).toEqual([statusColor('completed'), seriesColor(1)]);
  });

  it("CSTPAGE-60 NULL, an empty text, blanks and 'null' are four categories", () => {
    const columns = [
      { name: 'model', type: 'text' },
      { name: 'n', type: 'bigint' },
    ];
    const data = [null, '', ' ', 'null', 'a'].map((cell) => [cell, '1']);
    expect(chartDataOf(result({ columns, data }))?.labels).toEqual([
      'null',
      '""',
      '" "',
      '"null"',
      'a',
    ]);
  });

  it('CSTPAGE-61 hours of a day have the time on the axis, midnight too, and the repeated one its offset', () => {
    const columns = [
      { name: 'hour', type: 'timestamp with time zone' },
      { name: 'n', type: 'bigint' },
    ];
    const hours = ['00:00:00-07:00', '01:00:00-07:00', '01:00:00-08:00', '02:00:00-08:00'];
    const data = chartDataOf(
      result({ columns, data: hours.map((hour) => [`2026-11-01T${hour}`, '1']) }),
    );
    expect(data?.ticks).toEqual(['00:00', '01:00 (UTC-07:00)', '01:00 (UTC-08:00)', '02:00']);
    expect(data?.labels[0]).toBe('Nov 01, 2026, 00:00');
    const days = ['2026-11-01T00:00:00-07:00', '2026-11-02T00:00:00-08:00'];
    const daily = chartDataOf(result({ columns, data: days.map((day) => [day, '1']) }));
    expect(daily?.ticks).toEqual(['Nov 01, 2026', 'Nov 02, 2026']);
  });

  it('CSTPAGE-14 draws subtotals over the groups', () => {
    const group = (key: string, total: string | null) => ({
      group_key: key,
      group_data: [],
      row_count: 4,
      subtotals: [null, total],
    });
    expect(drawn({ aggregated_data: [group('a', '1'), group('b', HUGE)] })).toEqual([
      ['a', 'b'],
      [['tasks', ['1', GROUPED]]],
    ]);
    expect(drawn({ aggregated_data: [group('a', null)] })).toEqual([['a'], [['Rows', ['4']]]]);
  });

  it('CSTPAGE-14 draws nothing without numbers, and a gap for NaN', () => {
    expect(drawn({ columns: [{ name: 'a', type: 'text' }], data: [['x']] })).toBeNull();
    expect(chartDataOf(result({ data: [['x', 'NaN']] }))?.series[0]?.values).toEqual([null]);
  });
});
