import { MAX_FILTER_TEXT } from '@portal/contracts/constants';
import { z } from 'zod';
import { urlParam } from '../../lib/url-state';
import { SearchField } from '../../ui/inputs/search-field';

/** The text of a search in the URL; null for none. */
export const searchParam = urlParam(z.string().min(1).max(MAX_FILTER_TEXT), null);

interface TaskSearchProps {
  /** Of another list on the page. */
  label?: string;
  value: string | null;
  onSearch: (text: string | null) => void;
}

/** Searches a list of tasks, as the list of all tasks is searched. */
export function TaskSearch({ label = 'Search these tasks', value, onSearch }: TaskSearchProps) {
  return (
    <SearchField
      label={label}
      placeholder="Search"
      maxLength={MAX_FILTER_TEXT}
      value={value ?? ''}
      onSearch={(text) => onSearch(text === '' ? null : text)}
    />
  );
}

/** In place of a list in which a search finds nothing. */
export const NOT_FOUND = {
  title: 'No tasks',
  detail: 'None of these tasks has this id, person, batch or model.',
};
