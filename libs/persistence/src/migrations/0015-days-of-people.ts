import type { MigrationInterface, QueryRunner } from 'typeorm';
import { sql } from '../sql.js';
import { flushFunction, flushPersonDays } from './0002-aggregates-flush.js';

/**
 * The work of people by whole days of the reporting zone, so that a period of days is not added up
 * from quarters of an hour.
 */
export class DaysOfPeople1790000000015 implements MigrationInterface {
  name = 'DaysOfPeople1790000000015';

  async up(runner: QueryRunner): Promise<void> {
    // Nothing is to be queued by the old flush that the copy below does not see.
    await runner.query(sql`LOCK TABLE core.task, core.task_review IN SHARE ROW EXCLUSIVE MODE`);
    await runner.query(podDay);
    await runner.query(flushFunction(flushPersonDays));
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(flushFunction(''));
    await runner.query(sql`DROP TABLE agg.pod_day`);
  }
}

/** A slot counts for the day on which it begins, also where the next day begins in its middle. */
const podDay = sql`
CREATE TABLE agg.pod_day (
  project_id integer NOT NULL,
  user_email text COLLATE "C" NOT NULL,
  day        date NOT NULL,
  tasks      bigint NOT NULL,
  turns      bigint NOT NULL,
  PRIMARY KEY (project_id, user_email, day)
) WITH (fillfactor = 80);

INSERT INTO agg.pod_day
SELECT project_id, user_email, core.reporting_day(slot_start), sum(tasks), sum(turns)
FROM agg.pod_slot
GROUP BY 1, 2, 3;
`;
