import { NativeSelect, OutlinedInput, Typography } from '@mui/material';
import { useId } from 'react';
import { formatCount } from '../lib/format';
import { Pager } from './pager';
import { PAGE_SIZES, type Paging } from './table-props';
import { Row } from '../ui/layout';

interface TableFooterBarProps {
  label: string;
  paging: Paging;
  page: number;
  pageSize: number;
  total: number;
  setPage: (page: number) => void;
}

/** The page sizes and the buttons of the pages. */
export function TableFooterBar(props: TableFooterBarProps) {
  const { label, paging, page, pageSize, total, setPage } = props;
  const onSize = paging.by === 'server' ? paging.onSize : undefined;
  const estimated = paging.by === 'server' && paging.estimated === true;
  const sizeId = useId();
  return (
    <Row wrap justify="flex-end" sx={{ columnGap: 3, rowGap: 1, pt: 1 }}>
      {onSize && total > 0 && (
        <Row gap={1}>
          <Typography id={sizeId} variant="caption" color="textSecondary">
            Rows per page
          </Typography>
          <NativeSelect
            input={<OutlinedInput size="small" />}
            value={pageSize}
            onChange={({ target }) => onSize(Number(target.value))}
            inputProps={{ 'aria-labelledby': sizeId }}
            sx={{ fontSize: '0.8125rem', '& .MuiNativeSelect-select': { py: 0.5 } }}
          >
            {sizesWith(pageSize).map((size) => (
              <option key={size} value={size}>
                {size}
              </option>
            ))}
          </NativeSelect>
        </Row>
      )}
      {onSize && total > 0 && total <= pageSize && page === 0 && (
        <Typography variant="caption" color="textSecondary">
          1–{formatCount(total)} of {formatCount(total)}
        </Typography>
      )}
      <Pager {...{ label, page, total, estimated }} size={pageSize} onPage={setPage} />
    </Row>
  );
}

/** A URL can have another size. */
function sizesWith(size: number): readonly number[] {
  const known: readonly number[] = PAGE_SIZES;
  return known.includes(size) ? known : [...known, size].toSorted((one, other) => one - other);
}
