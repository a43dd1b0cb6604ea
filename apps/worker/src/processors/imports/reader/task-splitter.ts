import type { ReadingOptions } from '@portal/persistence/imports/import-models';
import { CsvSplitter } from './csv-splitter.js';
import { decodeElement } from './decode-element.js';
import { ElementSplitter, type SplitterLimits } from './element-splitter.js';
import type { RowSink, TaskSplitter } from './row-sink.js';

/** The splitter of files of this format. */
export function taskSplitter(
  options: ReadingOptions,
  limits: SplitterLimits,
  sink: RowSink,
): TaskSplitter {
  if (options.format === 'csv') return new CsvSplitter(options, limits.maxElementBytes, sink);
  return new ElementSplitter(limits, {
    element: (bytes, start, end, facts) =>
      sink.row(facts, (report) => decodeElement(bytes, start, end, facts, report)),
    refused: (row, reason) => sink.refused({ row }, reason),
  });
}
