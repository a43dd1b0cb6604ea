import SearchIcon from '~icons/ic/baseline-search';
import { InputAdornment, OutlinedInput } from '@mui/material';
import { useEffect, useRef, useState } from 'react';
import { NavigationType, useLocation, useNavigationType } from 'react-router';
import { SEARCH_DEBOUNCE_MS } from '../../lib/use-debounced';
import { ClearButton } from './clear-button';

interface SearchFieldProps {
  label: string;
  placeholder: string;
  maxLength: number;
  /** The search of the page; the back button and links change it, too. */
  value: string;
  onSearch: (text: string) => void;
  fullWidth?: boolean;
}

/** Text that searches once the user pauses. */
export function SearchField({
  label,
  placeholder,
  maxLength,
  value,
  onSearch,
  fullWidth = false,
}: SearchFieldProps) {
  const [text, setText] = useState(value);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  /** Own searches that are not the page's yet: they must not undo new letters. */
  const sent = useRef<string[]>([]);
  useEffect(() => () => clearTimeout(timer.current), []);

  const { key } = useLocation();
  const isBack = useNavigationType() === NavigationType.Pop;
  const seen = useRef({ value, key });

  useEffect(() => {
    // Back and forward count also if the search before was never rendered.
    const isChanged = value !== seen.current.value || (isBack && key !== seen.current.key);
    seen.current = { value, key };
    if (!isChanged) return;
    const at = isBack ? -1 : sent.current.indexOf(value);
    sent.current.splice(0, at === -1 ? Infinity : at + 1);
    if (at !== -1) return;
    clearTimeout(timer.current);
    setText(value);
  }, [value, key, isBack]);

  function change(next: string, wait: number): void {
    setText(next);
    clearTimeout(timer.current);
    timer.current = setTimeout(() => {
      if (next === (sent.current.at(-1) ?? value)) return;
      sent.current.push(next);
      onSearch(next);
    }, wait);
  }

  return (
    <OutlinedInput
      type="search"
      size="small"
      value={text}
      onChange={({ target }) => change(target.value, SEARCH_DEBOUNCE_MS)}
      placeholder={placeholder}
      inputProps={{ 'aria-label': label, maxLength }}
      startAdornment={
        <InputAdornment position="start">
          <SearchIcon fontSize="small" />
        </InputAdornment>
      }
      endAdornment={text !== '' && <ClearButton label="search" onClear={() => change('', 0)} />}
      sx={{
        width: { xs: '100%', sm: fullWidth ? '100%' : 280 },
        '& input::-webkit-search-cancel-button': { display: 'none' },
      }}
    />
  );
}
