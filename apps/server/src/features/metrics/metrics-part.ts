import { Gauge, type Registry } from 'prom-client';

/** Metrics that are read from elsewhere with each scrape. */
export interface MetricsPart {
  readonly name: string;
  /**
   * Reads the values.
   * @returns whether the part works, as far as its values tell
   * @throws if it cannot be read
   */
  read(): Promise<boolean>;
  /** Removes the values, which are not known now. */
  forget(): void;
}

/** The parts of the server, which are read together. */
export const METRICS_PARTS = Symbol('MetricsParts');

/** A gauge of the portal: `portal_{name}`. */
export function gauge<Label extends string = never>(
  registry: Registry,
  name: string,
  help: string,
  labelNames: readonly Label[] = [],
): Gauge<Label> {
  return new Gauge({ name: `portal_${name}`, help, labelNames, registers: [registry] });
}
