import { Button, type ButtonProps } from '@mui/material';
import { keepFocus, sectionOf } from './keep-focus';

interface VanishingButtonProps extends Omit<ButtonProps, 'onClick'> {
  onClick: () => void;
}

/** A button that its own action removes. The heading of its section then gets the focus. */
export function VanishingButton({ onClick, ...props }: VanishingButtonProps) {
  return (
    <Button
      {...props}
      onClick={({ currentTarget }) => {
        keepFocus(currentTarget, sectionOf(currentTarget));
        onClick();
      }}
    />
  );
}
