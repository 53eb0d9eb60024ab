/** What the image says about itself, by the names of Docker's format. */
export interface ImageConfig {
  readonly User: string;
  readonly Cmd: readonly string[];
  readonly Env: readonly string[];
  readonly Healthcheck: { readonly Test: readonly string[] };
}

/** The built image. */
export interface Image extends AsyncDisposable {
  readonly config: ImageConfig;
  /**
   * How to run a command of the image in a container with the host's network, a file system that is read-only except for `/tmp`, and no
   * capabilities. The program passes signals on, and exits as the command does.
   */
  commandLine(
    command: readonly string[],
    env: Readonly<Record<string, string>>,
  ): readonly [program: string, ...string[]];
}
