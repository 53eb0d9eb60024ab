import { expect, test } from '@jest/globals';
import { RunningScript } from '../support/process.ts';
import { TestService } from '../support/service.ts';

const check = async (env: Record<string, string>) => {
  const script = new RunningScript('.', ['src/cli/healthcheck.ts'], env);
  return { exitCode: await script.exitCode, stderr: script.stderr };
};

test('the health check asks at ADMIN_PORT, or else at PORT, whether the service lives', async () => {
  let adminPort: string;
  {
    await using service = await TestService.start({ env: { ADMIN_PORT: '0' } });
    const { port } = new URL(service.url);
    adminPort = new URL(service.adminUrl).port;
    expect(await check({ PORT: port, ADMIN_PORT: adminPort })).toEqual({ exitCode: 0, stderr: '' });
    expect(await check({ PORT: adminPort, ADMIN_PORT: '' })).toEqual({ exitCode: 0, stderr: '' });
    expect(await check({ PORT: port })).toEqual({ exitCode: 1, stderr: '/livez responded with 404\n' });
  }
  expect(await check({ ADMIN_PORT: adminPort })).toEqual({ exitCode: 1, stderr: 'fetch failed\n' });
});
