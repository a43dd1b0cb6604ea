import { styled } from '@mui/material';
import type { ListedItem, ListMeta, FieldMeta } from '@portal/contracts/lists';
import { useMemo, type ReactNode } from 'react';
import type { DataColumn } from '../../tables/columns';
import { plainText } from '../../lib/plain-text';
import { columnFields } from '../fields/field-rules';
import { useReferenceLabels } from '../references';
import { FieldValue, isNothing, valueText } from '../fields/field-value';

/** What a cell shows instead of the value, by the name of the field. It gets all rows of the page, too. */
export type Cells = Readonly<Record<string, ShowCell | NamedCell>>;
interface NamedCell {
  /** Of the column. */
  readonly label: string;
  readonly show: ShowCell;
}
type ShowCell = (item: ListedItem, items: readonly ListedItem[]) => ReactNode;

const NO_ITEMS: readonly ListedItem[] = [];
const NO_CELLS: Cells = {};

/** Whether a page of the list has the column of a field. */
export type IsShown = (name: string, items: readonly ListedItem[]) => boolean;
const EVERY_COLUMN: IsShown = () => true;

/** The columns of a page of a list; those with cells of their own come first. */
export function useColumns(
  meta: ListMeta,
  items: readonly ListedItem[] = NO_ITEMS,
  cells: Cells = NO_CELLS,
  isShown: IsShown = EVERY_COLUMN,
): DataColumn<ListedItem>[] {
  return useMemo(
    () =>
      columnFields(meta, items)
        .filter(({ name }) => isShown(name, items))
        .toSorted((one, other) => Number(other.name in cells) - Number(one.name in cells))
        .map((field) => columnOf(field, items, cells[field.name])),
    [meta, items, cells, isShown],
  );
}

function columnOf(
  field: FieldMeta,
  items: readonly ListedItem[],
  given?: ShowCell | NamedCell,
): DataColumn<ListedItem> {
  const { name, label, type, sortable, foreign_key: key } = field;
  const isNamed = typeof given === 'object';
  const cell = isNamed ? given.show : given;
  return {
    id: name,
    label: isNamed ? given.label : label,
    sortable,
    numeric: (type === 'integer' || type === 'number') && key === null && !isNamed,
    value: (item) => valueText(field, item[name]),
    cell: (item) => {
      if (cell) return cell(item, items);
      return isNothing(item[name]) ? null : <Cell field={field} value={item[name]} items={items} />;
    },
  };
}

/** Characters of a value that is not wrapped in a table. */
const ONE_LINE = 40;

// A page has hundreds of them, so they have no `sx`, which is computed for each.
const Short = styled('span')(({ theme }) => ({
  whiteSpace: 'normal',
  [theme.breakpoints.up('sm')]: { whiteSpace: 'nowrap' },
}));
const Long = styled('span')(({ theme }) => ({
  display: '-webkit-box',
  WebkitBoxOrient: 'vertical',
  WebkitLineClamp: 3,
  overflow: 'hidden',
  [theme.breakpoints.up('sm')]: { minWidth: '24ch', maxWidth: '52ch' },
}));

interface CellProps {
  field: FieldMeta;
  value: unknown;
  /** The page: its items share the request for the texts of their references. */
  items: readonly ListedItem[];
}

function Cell({ field, value, items }: CellProps) {
  const values = field.foreign_key
    ? items.map((item) => item[field.name]).filter((one) => one !== null)
    : [];
  const labels = useReferenceLabels(field, values.map(plainText));
  const text = valueText(field, value, labels);
  const isLong = text.length > ONE_LINE;
  const Text = isLong ? Long : Short;
  return (
    <Text {...(isLong && { title: text })}>
      <FieldValue field={field} value={value} labels={labels} />
    </Text>
  );
}
