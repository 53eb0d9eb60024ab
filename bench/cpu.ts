import { readFileSync } from 'node:fs';

/**
 * The CPU time of a process with all its threads and children, also those that have ended, in
 * microseconds. Linux tells it in ticks of 10 ms
 * (https://man7.org/linux/man-pages/man5/proc_pid_stat.5.html). For PostgreSQL, pass the
 * postmaster.
 */
export function cpuTime(pid: number): number {
  try {
    // The name of the process, which may contain blanks, stands in parentheses.
    const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ').at(-1)?.split(' ') ?? [];
    const ticks = fields.slice(11, 15).reduce((sum, field) => sum + Number(field), 0);
    const children = readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').split(' ').filter(Boolean);
    return children.reduce((sum, child) => sum + cpuTime(Number(child)), ticks * 10_000);
  } catch {
    return 0; // it has ended meanwhile: its parent then has its time
  }
}
