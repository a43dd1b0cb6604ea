import { useTween } from './use-tween';

interface AnimatedNumberProps {
  value: number;
  format: (value: number) => string;
}

/** A number that animates to its new value. */
export function AnimatedNumber({ value, format }: AnimatedNumberProps) {
  return <>{format(useTween(value))}</>;
}
