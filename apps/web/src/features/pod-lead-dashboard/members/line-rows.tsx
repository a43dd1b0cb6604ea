import { Box } from '@mui/material';
import type { MemberProgress } from '@portal/contracts/live';
import { type RefObject, useLayoutEffect, useMemo, useRef, useState } from 'react';
import { useServerNow } from '../../../lib/server-clock';
import { useWallMode } from '../../../ui/wall-mode/use-wall-mode';
import { COLUMN_EM, fitting } from './fit';
import { LineRow } from './line-row';
import type { RowsContext } from './member-rows';
import { useHeld, useSteadyOrder } from './steady-order';

interface LineRowsProps extends Pick<RowsContext, 'marks' | 'tasksPath' | 'known'> {
  members: readonly MemberProgress[];
}

/** Many trainers, each in one line, in columns. On a wall screen all of them fit, whatever their number. */
export function LineRows({ members, marks, tasksPath, known }: LineRowsProps) {
  const list = useRef<HTMLUListElement>(null);
  const { held, handlers } = useHeld();
  const wanted = useMemo(() => members.map(({ email }) => email), [members]);
  const order = useSteadyOrder(wanted, held);
  const byEmail = useMemo(() => new Map(members.map((one) => [one.email, one])), [members]);
  const [wall] = useWallMode();
  const size = useFit(list, wall ? members.length : null);
  const now = useServerNow(60_000);
  return (
    <Box
      component="ul"
      ref={list}
      aria-label="Trainers"
      {...handlers}
      style={{ fontSize: `${size}rem` }}
      sx={{
        ...{ px: 2, pb: 1, position: 'relative' },
        ...{ columnWidth: `${COLUMN_EM - 1}em`, columnGap: '1em' },
      }}
    >
      {order.map((email) => {
        const member = byEmail.get(email);
        return (
          member && (
            <LineRow
              key={email}
              member={member}
              crossed={marks[email]?.level}
              tasksPath={tasksPath?.(email)}
              lastActive={known.lastActive.get(email)}
              firstLook={known.firstLook.get(email)}
              now={now}
            />
          )
        );
      })}
    </Box>
  );
}

/** Below the list on a wall screen. */
const MARGIN_PX = 32;

/** The size of type with which the rows fill the screen, in rem; 1 where they may scroll. */
function useFit(list: RefObject<HTMLElement | null>, rows: number | null): number {
  const [size, setSize] = useState(1);
  useLayoutEffect(() => {
    if (rows === null) return;
    const measure = () => {
      const box = list.current;
      if (!box) return;
      const rem = Number.parseFloat(getComputedStyle(document.documentElement).fontSize) || 16;
      const height = window.innerHeight - box.getBoundingClientRect().top - MARGIN_PX;
      setSize(fitting({ rows, width: box.clientWidth - 32, height, rem }));
    };
    measure();
    const observer = new ResizeObserver(measure);
    observer.observe(document.body);
    window.addEventListener('resize', measure);
    return () => {
      observer.disconnect();
      window.removeEventListener('resize', measure);
    };
  }, [list, rows]);
  return rows === null ? 1 : size;
}
