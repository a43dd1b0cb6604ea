import { vi } from 'vitest';

/** Gives charts a size, which elements of happy-dom do not have, so that they are drawn. */
export function giveChartsSize(width = 600, height = 240): void {
  class SizedObserver implements ResizeObserver {
    readonly #report: ResizeObserverCallback;
    constructor(report: ResizeObserverCallback) {
      this.#report = report;
    }
    observe(target: Element): void {
      const contentRect = new DOMRect(0, 0, width, height);
      const sizes = { borderBoxSize: [], contentBoxSize: [], devicePixelContentBoxSize: [] };
      this.#report([{ target, contentRect, ...sizes }], this);
    }
    unobserve(): void {
      // Sizes do not change.
    }
    disconnect(): void {
      // Sizes do not change.
    }
  }
  vi.stubGlobal('ResizeObserver', SizedObserver);
}
