import { Gauge, type Registry } from 'prom-client';

/** A value with its labels. Null is no value. */
type Sample = readonly [value: number | null, labels?: Readonly<Record<string, string | number>>];

/** A gauge with its values by what was read of a part. */
export interface PartGauge<Facts> {
  readonly gauge: Gauge;
  readonly samples: (facts: Facts) => readonly Sample[];
  /** The value if the part cannot be read; none by default. */
  readonly unread?: number;
}

/** Gauges that are read from elsewhere with each scrape. */
export class MetricsPart<Facts> {
  private shown: { readonly gauge: Gauge; readonly labels: NonNullable<Sample[1]> }[] = [];

  /** @param works whether the part works, as far as its values tell */
  constructor(
    readonly name: string,
    private readonly facts: () => Promise<Facts>,
    private readonly gauges: readonly PartGauge<Facts>[],
    private readonly works: (facts: Facts) => boolean = () => true,
  ) {
    // A gauge without labels begins at 0.
    for (const { gauge } of gauges) gauge.remove({});
  }

  /**
   * Reads the values.
   * @returns whether the part works
   * @throws if it cannot be read
   */
  async read(): Promise<boolean> {
    const facts = await this.facts();
    this.show(this.gauges.flatMap(({ gauge, samples }) => samples(facts).map((s) => [gauge, s])));
    return this.works(facts);
  }

  /** The values are not known now. */
  forget(): void {
    this.show(this.gauges.map(({ gauge, unread = null }) => [gauge, [unread]]));
  }

  private show(values: readonly (readonly [Gauge, Sample])[]): void {
    for (const { gauge, labels } of this.shown) gauge.remove(labels);
    this.shown = [];
    for (const [gauge, [value, labels = {}]] of values) {
      if (value === null) continue;
      gauge.set(labels, value);
      this.shown.push({ gauge, labels });
    }
  }
}

/** Any of them. */
export type AnyPart = Pick<MetricsPart<never>, 'name' | 'read' | 'forget'>;

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
