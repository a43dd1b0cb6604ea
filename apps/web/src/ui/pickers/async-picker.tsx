import {
  Autocomplete,
  type AutocompleteRenderInputParams,
  CircularProgress,
  TextField,
} from '@mui/material';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useState, type HTMLAttributes, type Key, type ReactNode, type Ref } from 'react';
import { messageOf } from '../../lib/api-error';
import { useDebounced } from '../../lib/use-debounced';

interface PickerProps<Option> {
  label: string;
  /** Key of the cached searches, such as `['candidates', podName]`. */
  searchKey: readonly unknown[];
  /** Options for a text; the signal aborts when a newer search supersedes it. */
  search: (text: string, signal: AbortSignal) => Promise<readonly Option[]>;
  /** Identifies an option. */
  keyOf: (option: Option) => string;
  labelOf: (option: Option) => string;
  /** What the list shows for an option instead of its label. */
  renderOption?: (option: Option) => ReactNode;
  /** What the list says if nothing matches a text. */
  renderNoMatch?: (text: string) => ReactNode;
  /** Text under the field, and whether it is an error. */
  hint?: ReactNode;
  error?: boolean;
  required?: boolean;
  disabled?: boolean;
  size?: 'small' | 'medium';
  inputRef?: Ref<HTMLInputElement>;
  onBlur?: () => void;
}

export type AsyncPickerProps<Option> = PickerProps<Option> &
  (
    | {
        multiple?: false;
        value: Option | null;
        onChange: (value: Option | null) => void;
      }
    | {
        multiple: true;
        value: readonly Option[];
        onChange: (value: readonly Option[]) => void;
      }
  );

/** A field with a search on the server, for one option or, with `multiple`, for several. */
export function AsyncPicker<Option>(props: AsyncPickerProps<Option>) {
  const { label, keyOf, labelOf, renderOption, hint, inputRef, onBlur } = props;
  const { renderNoMatch = () => 'No matches' } = props;
  const [open, setOpen] = useState(false);
  const [text, setText] = useState('');
  const shownLabel = !props.multiple && props.value !== null ? labelOf(props.value) : '';
  // The label of the chosen option is in the field; the user has not searched yet.
  const wanted = text === shownLabel ? '' : text.trim();
  const found = useSearch(props, wanted, open);

  const common = {
    open,
    onOpen: () => setOpen(true),
    onClose: () => setOpen(false),
    inputValue: text,
    onInputChange: (_: unknown, next: string) => setText(next),
    options: found.options,
    // The server filters.
    filterOptions: (options: Option[]) => options,
    getOptionKey: keyOf,
    getOptionLabel: labelOf,
    isOptionEqualToValue: (one: Option, other: Option) => keyOf(one) === keyOf(other),
    ...(renderOption && {
      renderOption: (
        { key, ...item }: HTMLAttributes<HTMLLIElement> & { key: Key },
        option: Option,
      ) => (
        <li key={key} {...item}>
          {renderOption(option)}
        </li>
      ),
    }),
    loading: found.loading,
    loadingText: 'Searching…',
    noOptionsText: found.error
      ? messageOf(found.error, 'The search failed')
      : renderNoMatch(wanted),
    autoHighlight: true,
    disabled: props.disabled ?? false,
    renderInput: (params: AutocompleteRenderInputParams) => (
      <TextField
        {...params}
        label={label}
        required={props.required ?? false}
        error={props.error ?? false}
        size={props.size ?? 'medium'}
        helperText={hint}
        {...(onBlur && { onBlur })}
        {...(inputRef && { inputRef })}
        slotProps={{
          ...params.slotProps,
          input: {
            ...params.slotProps.input,
            endAdornment: (
              <>
                {found.loading && <CircularProgress size={16} aria-label={`Searching ${label}`} />}
                {params.slotProps.input.endAdornment}
              </>
            ),
          },
        }}
      />
    ),
  };
  return props.multiple ? (
    <Autocomplete
      {...common}
      multiple
      filterSelectedOptions
      value={[...props.value]}
      onChange={(_, value) => props.onChange(value)}
    />
  ) : (
    <Autocomplete {...common} value={props.value} onChange={(_, value) => props.onChange(value)} />
  );
}

function useSearch<Option>(props: AsyncPickerProps<Option>, wanted: string, open: boolean) {
  const { searchKey, search } = props;
  const text = useDebounced(wanted);
  const result = useQuery({
    queryKey: [...searchKey, { search: text }],
    queryFn: ({ signal }) => search(text, signal),
    enabled: open,
    placeholderData: keepPreviousData,
  });
  const loading = open && (result.isFetching || text !== wanted);
  // Options of an earlier text must not be chosen with Enter for this one.
  const current = text === wanted && !result.isPlaceholderData && !result.isError;
  return {
    options: current ? [...(result.data ?? [])] : [],
    loading,
    error: loading ? null : result.error,
  };
}
