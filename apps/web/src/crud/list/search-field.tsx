import SearchIcon from '@mui/icons-material/Search';
import InputAdornment from '@mui/material/InputAdornment';
import OutlinedInput from '@mui/material/OutlinedInput';
import { MAX_FILTER_TEXT } from '@portal/contracts/crud';
import { useEffect, useRef, useState } from 'react';
import { SEARCH_DEBOUNCE_MS } from '../../lib/use-debounced';
import { ClearButton } from '../../ui/forms/clear-button';

interface SearchFieldProps {
  label: string;
  placeholder: string;
  value: string;
  onSearch: (text: string) => void;
}

/** Text that searches once the user pauses. */
export function SearchField({ label, placeholder, value, onSearch }: SearchFieldProps) {
  const [text, setText] = useState(value);
  const [seen, setSeen] = useState(value);
  const [own, setOwn] = useState(value);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => () => clearTimeout(timer.current), []);

  // The back button and links change the search, too; the user's own one must not undo new letters.
  if (value !== seen) {
    setSeen(value);
    if (value !== own) setText(value);
  }

  function change(next: string, wait: number): void {
    setText(next);
    clearTimeout(timer.current);
    timer.current = setTimeout(() => {
      setOwn(next);
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
      inputProps={{ 'aria-label': label, maxLength: MAX_FILTER_TEXT }}
      startAdornment={
        <InputAdornment position="start">
          <SearchIcon fontSize="small" />
        </InputAdornment>
      }
      endAdornment={text !== '' && <ClearButton label="search" onClear={() => change('', 0)} />}
      sx={{
        width: { xs: '100%', sm: 280 },
        '& input::-webkit-search-cancel-button': { display: 'none' },
      }}
    />
  );
}
