import {
  type Completion,
  type CompletionContext,
  type CompletionResult,
  type CompletionSource,
} from '@codemirror/autocomplete';
import { PostgreSQL, sql } from '@codemirror/lang-sql';
import type { Extension } from '@codemirror/state';
import type { ReportingSchema } from '@portal/contracts/custom-stats';

type View = ReportingSchema['views'][number];

/** SQL with completion of keywords, views, columns, functions and placeholders. */
export function completion(schema: ReportingSchema | undefined): Extension {
  if (!schema) return sql({ dialect: PostgreSQL, upperCaseKeywords: true });
  const offer = (autocomplete: CompletionSource) => PostgreSQL.language.data.of({ autocomplete });
  return [
    sql({
      dialect: PostgreSQL,
      upperCaseKeywords: true,
      schema: Object.fromEntries(
        schema.views.map((view) => [
          view.name,
          {
            self: { label: view.name, type: 'type', info: view.description },
            children: columnsOf(view),
          },
        ]),
      ),
    }),
    offer(columnsOfNamedViews(schema.views)),
    offer(functionNames(schema.functions)),
    offer(placeholders(schema.placeholders)),
  ];
}

function columnsOf({ columns }: View): Completion[] {
  return columns.map(({ name, type, description }) => ({
    label: name,
    type: 'property',
    detail: type,
    info: description,
  }));
}

/** Columns without a prefix, of the views that the query names. */
function columnsOfNamedViews(views: readonly View[]): CompletionSource {
  return (context) => {
    const text = context.state.doc.toString();
    const named = views.filter(({ name }) => new RegExp(`\\b${name}\\b`, 'i').test(text));
    return atWord(context, named.flatMap(columnsOf));
  };
}

function functionNames(names: readonly string[]): CompletionSource {
  // Views, columns and keywords come first.
  const options = names.map((label) => ({
    label,
    type: 'function',
    apply: `${label}(`,
    boost: -10,
  }));
  return (context) => atWord(context, options);
}

function placeholders(known: ReportingSchema['placeholders']): CompletionSource {
  const options = known.map(({ name, description }) => ({
    label: name,
    type: 'constant',
    info: description,
  }));
  return (context) => {
    // Brackets are closed while typing: they are replaced too.
    const before = context.matchBefore(/\{\{?\s*\w*/);
    if (!before) return null;
    const after = /^\s*\}{0,2}/.exec(context.state.sliceDoc(context.pos, context.pos + 4));
    return { from: before.from, to: context.pos + (after?.[0].length ?? 0), options };
  };
}

function atWord(
  context: CompletionContext,
  options: readonly Completion[],
): CompletionResult | null {
  const word = context.matchBefore(/\w*/);
  // After a dot only the columns of that view fit.
  const prefixed = word && context.state.sliceDoc(word.from - 1, word.from) === '.';
  if (!word || prefixed || (word.from === word.to && !context.explicit)) return null;
  return { from: word.from, options, validFor: /^\w*$/ };
}
