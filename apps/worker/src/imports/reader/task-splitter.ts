import type { FormatSettings } from '@portal/contracts/file-formats';
import { isObject } from '@portal/contracts/objects';
import { rowMapper } from '@portal/domain/file-format/row-mapper';
import type { ReadingOptions } from '@portal/persistence/imports/import-models';
import type { Report } from '../task-row.js';
import { CsvSplitter } from './csv-splitter.js';
import { decodeElement, idsOfColumns, IDS } from './decode-element.js';
import { ElementSplitter, type SplitterLimits } from './element-splitter.js';
import type { RowSink, TaskSplitter } from './row-sink.js';

/** The splitter of files of this format, which gives rows in the portal's own names. */
export function taskSplitter(
  options: ReadingOptions,
  limits: SplitterLimits,
  sink: RowSink,
): TaskSplitter {
  if (options.format === 'csv') return new CsvSplitter(options, limits.maxElementBytes, sink);
  const { settings } = options;
  const ids = settings ? idsOfColumns(settings) : IDS;
  const mapped = settings ? objectMapper(settings) : (value: unknown) => value;
  return new ElementSplitter(limits, {
    element: (bytes, start, end, facts) =>
      sink.row(facts, (report) =>
        mapped(decodeElement(bytes, start, end, facts, report, ids), report),
      ),
    refused: (row, reason) => sink.refused({ row }, reason),
  });
}

function objectMapper(settings: FormatSettings): (value: unknown, report: Report) => unknown {
  const map = rowMapper(settings, undefined);
  return (value, report) => {
    if (value === undefined) return undefined;
    if (isObject(value)) return map(value, report);
    report('', 'must be an object');
    return undefined;
  };
}
