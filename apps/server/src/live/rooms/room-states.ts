import { Injectable } from '@nestjs/common';
import type { RoomState, WeeklyProgress } from '@portal/contracts/live';
import { reportingZone } from '@portal/contracts/reporting-zone';
import { dayOf } from '@portal/domain/periods';
import { currentWeek, weeklyProgressOf } from '@portal/domain/weekly';
import {
  readDashboardTotals,
  readReviewCounters,
  readSyncTime,
  readWeeklyProgress,
} from '@portal/persistence/dashboards/live-state';
import { Reads } from '../../db/pools.js';
import { SingleFlight } from '@portal/platform/single-flight';
import { type Room, roomName } from './room.js';

/** Reads the states of rooms from the aggregates. */
@Injectable()
export class RoomStates {
  private readonly whole = new SingleFlight<RoomState>();

  constructor(private readonly reads: Reads) {}

  dashboard = (projectId: number) => readDashboardTotals(this.reads, projectId);

  syncTime = (projectId: number) => readSyncTime(this.reads, projectId);

  reviewCounters = ({ projectId, pod }: Room) =>
    readReviewCounters(this.reads, projectId, pod?.name ?? null);

  async weeklyProgress(projectId: number, podName: string): Promise<WeeklyProgress> {
    const zone = reportingZone();
    const now = new Date();
    const week = currentWeek(now, zone);
    const work = await readWeeklyProgress(this.reads, projectId, podName, week);
    return weeklyProgressOf({ projectId, podName }, week, dayOf(now, zone), work);
  }

  /** All states of the room, read after the call; concurrent calls share reads. */
  all(room: Room): Promise<RoomState> {
    return this.whole.get(roomName(room), () => this.readAll(room));
  }

  private async readAll(room: Room): Promise<RoomState> {
    const { projectId, pod } = room;
    const [sync_time, dashboard, review_counters, weekly_progress] = await Promise.all([
      this.syncTime(projectId),
      this.dashboard(projectId),
      this.reviewCounters(room),
      pod === null ? null : this.weeklyProgress(projectId, pod.name),
    ]);
    return { sync_time, dashboard, review_counters, weekly_progress };
  }
}
