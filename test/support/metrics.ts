import type { TestService } from './service.ts';

/** Every sample of an instance's metrics, by its name and labels as Prometheus writes them. */
export async function samples(service: TestService): Promise<Map<string, number>> {
  const { text } = await service.probe('/metrics');
  const lines = text.split('\n').filter((line) => line !== '' && !line.startsWith('#'));
  return new Map(
    lines.map((line) => {
      const end = line.lastIndexOf(' ');
      return [line.slice(0, end), Number(line.slice(end + 1))];
    }),
  );
}
