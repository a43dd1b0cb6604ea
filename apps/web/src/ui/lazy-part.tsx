import { type ComponentType, createElement, lazy } from 'react';
import { PartBoundary } from './part-boundary';

type Loaded<P> = ComponentType<P> | { readonly default: ComponentType<P> };

/**
 * A component whose module is loaded on first use, in a boundary of its own: React's `lazy` takes the page
 * away if that fails, and never loads it again. A dialog that cannot be loaded is closed, with a toast.
 */
export function lazyPart<P extends object>(load: () => Promise<Loaded<P>>): ComponentType<P> {
  const loadModule = async () => {
    const loaded = await load();
    return 'default' in loaded ? loaded : { default: loaded };
  };
  let Part = lazy(loadModule);
  return function LazyPart(props: P) {
    return (
      <PartBoundary
        onRetry={() => {
          Part = lazy(loadModule);
        }}
        onClose={closerOf(props)}
      >
        {() => createElement(Part, props)}
      </PartBoundary>
    );
  };
}

/** Dialogs and menus have one. */
function closerOf(props: object): (() => void) | undefined {
  if (!('onClose' in props)) return undefined;
  const { onClose } = props;
  return isCloser(onClose) ? onClose : undefined;
}

function isCloser(value: unknown): value is () => void {
  return typeof value === 'function';
}
