/** A clock that stands still until the test sets it. */
export class TestClock {
  now: Temporal.Instant;

  constructor(now: string) {
    this.now = Temporal.Instant.from(now);
  }

  readonly read = (): Temporal.Instant => this.now;
}
