import { readdirSync, readFileSync } from 'node:fs';

/**
 * The CPU time of a process with all its threads and children, in microseconds. For running ones it comes from the scheduler, in
 * nanoseconds; for children that have ended, from the total their parent keeps, in ticks of 10 ms. For PostgreSQL, pass
 * the postmaster.
 */
export function cpuTime(pid: number): number {
  const threads = list(`/proc/${pid}/task`).map((thread) => `/proc/${pid}/task/${thread}`);
  const alive = sum(threads.map((thread) => Number(read(`${thread}/schedstat`).split(' ')[0]) / 1_000));
  const children = threads.flatMap((thread) => read(`${thread}/children`).split(' ').filter(Boolean));
  return alive + endedChildren(pid) + sum(children.map((child) => cpuTime(Number(child))));
}

/** cutime and cstime, https://man7.org/linux/man-pages/man5/proc_pid_stat.5.html; the process name before them may contain blanks. */
function endedChildren(pid: number): number {
  const afterName = read(`/proc/${pid}/stat`).split(') ').at(-1) ?? '';
  const [userTicks, systemTicks] = afterName.split(' ').slice(13);
  return (Number(userTicks ?? 0) + Number(systemTicks ?? 0)) * 10_000;
}

/** Empty if the process has ended meanwhile: its parent then has the total. */
function read(file: string): string {
  try {
    return readFileSync(file, 'utf8');
  } catch {
    return '';
  }
}

function list(directory: string): string[] {
  try {
    return readdirSync(directory);
  } catch {
    return [];
  }
}

function sum(values: readonly number[]): number {
  return values.reduce((total, value) => total + value, 0);
}
