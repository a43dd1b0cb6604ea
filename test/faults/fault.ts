import type { ClusterOptions, FaultCluster } from './cluster/fault-cluster.js';
import type { Load } from './load/load.js';

/** What a fault breaks, while people work. */
export interface Scene {
  readonly cluster: FaultCluster;
  readonly load: Load;
}

/** One thing that breaks, and is mended. */
export interface Fault {
  readonly name: string;
  readonly needs?: 'Redis' | 'a disk to mount' | 'faketime';
  /** A cluster of its own, as no other fault can use it. */
  readonly ownCluster?: ClusterOptions;
  /** Statuses of refused requests that it explains, besides 429 and 502 to 504. */
  readonly refusals?: readonly number[];
  /** The code with which imports may fail. */
  readonly failure?: string;
  readonly break: (scene: Scene) => Promise<void>;
  readonly mend: (scene: Scene) => Promise<void>;
  /** Breaks once more when nobody works: no later change hides what was missed. */
  readonly breakInSilence?: (scene: Scene) => Promise<void>;
}
