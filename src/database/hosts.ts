/**
 * One URL for each host of a PostgreSQL URL, which may name several, separated by commas, as libpq has it.
 * https://www.postgresql.org/docs/current/libpq-connect.html#LIBPQ-MULTIPLE-HOSTS
 */
export function hostUrls(url: string): string[] {
  const [, before = '', hosts = '', after = ''] = /^(\w+:\/\/(?:[^/?#@]*@)?)([^/?#]*)(.*)$/.exec(url) ?? [];
  return hosts.split(',').map((host) => `${before}${host}${after}`);
}

/** Whether it is a PostgreSQL URL. Of several hosts, the one that accepts writes is meant: the service has no use for another. */
export function isDatabaseUrl(url: string): boolean {
  const urls = hostUrls(url);
  return (
    /^postgres(ql)?:\/\/./.test(url) &&
    urls.every((each) => URL.canParse(each) && (urls.length === 1 || new URL(each).hostname !== '')) &&
    ['read-write', null].includes(new URL(urls[0] as string).searchParams.get('target_session_attrs'))
  );
}
