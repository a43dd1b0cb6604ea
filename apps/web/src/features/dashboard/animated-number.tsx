import { useTween } from './use-tween';

interface AnimatedNumberProps {
  value: number;
  format: (value: number) => string;
}

/** A number that counts to its new value when that changes. */
export function AnimatedNumber({ value, format }: AnimatedNumberProps) {
  return <>{format(useTween(value))}</>;
}
