import { HighlightStyle, syntaxHighlighting } from '@codemirror/language';
import type { Extension } from '@codemirror/state';
import { EditorView } from '@codemirror/view';
import { tags } from '@lezer/highlight';

const color = (name: string) => `var(--portal-palette-${name})`;

const highlighting = HighlightStyle.define([
  { tag: tags.keyword, color: color('status-ready_for_review'), fontWeight: '600' },
  { tag: [tags.string, tags.special(tags.string)], color: color('success-main') },
  { tag: [tags.number, tags.bool, tags.null], color: color('warning-main') },
  { tag: [tags.typeName, tags.standard(tags.name)], color: color('info-main') },
  { tag: tags.comment, color: color('text-secondary'), fontStyle: 'italic' },
]);

const theme = EditorView.theme({
  '&': {
    fontSize: '0.84375rem',
    borderRadius: '8px',
    border: `1px solid ${color('line-strong')}`,
    backgroundColor: color('surface-sunken'),
    color: color('text-primary'),
  },
  '&.cm-focused': { outline: `2px solid ${color('primary-main')}`, outlineOffset: '-1px' },
  '.cm-scroller': {
    fontFamily: 'ui-monospace, SFMono-Regular, Menlo, Consolas, monospace',
    lineHeight: '1.6',
    minHeight: '200px',
    maxHeight: '42vh',
  },
  '.cm-content': { padding: '10px 0', caretColor: color('primary-main') },
  '.cm-cursor': { borderLeftColor: color('primary-main') },
  '.cm-gutters': {
    backgroundColor: 'transparent',
    border: 'none',
    color: color('text-secondary'),
  },
  '&.cm-focused > .cm-scroller > .cm-selectionLayer .cm-selectionBackground, .cm-selectionBackground':
    { background: `rgb(${color('primary-mainChannel')} / 0.28)` },
  '.cm-matchingBracket, &.cm-focused .cm-matchingBracket': {
    backgroundColor: `rgb(${color('primary-mainChannel')} / 0.24)`,
  },
  '.cm-lintRange-error': {
    backgroundImage: 'none',
    textDecoration: `underline wavy ${color('error-main')}`,
    textUnderlineOffset: '3px',
  },
  '.cm-tooltip': {
    backgroundColor: color('surface-raised'),
    color: color('text-primary'),
    border: `1px solid ${color('line-strong')}`,
    borderRadius: '8px',
    overflow: 'hidden',
  },
  '.cm-tooltip.cm-completionInfo': { padding: '6px 10px', maxWidth: '320px' },
  '.cm-tooltip-autocomplete > ul > li': { padding: '3px 8px !important' },
  '.cm-tooltip.cm-tooltip-autocomplete > ul > li[aria-selected]': {
    backgroundColor: color('primary-main'),
    color: color('primary-contrastText'),
  },
  '.cm-completionDetail': { color: 'inherit', opacity: '0.8' },
  '.cm-diagnostic-error': { borderLeftColor: color('error-main') },
  '.cm-placeholder-name': {
    color: color('primary-main'),
    backgroundColor: `rgb(${color('primary-mainChannel')} / 0.12)`,
    borderRadius: '4px',
    padding: '1px 0',
    fontWeight: '600',
  },
});

/** Colours of code editors, which follow the theme of the portal. */
export const codeLook: Extension = [theme, syntaxHighlighting(highlighting)];
