/**
 * Returns one URL for each host of a PostgreSQL URL, which may name several hosts, separated by
 * commas, as in libpq.
 * https://www.postgresql.org/docs/current/libpq-connect.html#LIBPQ-MULTIPLE-HOSTS
 */
export function hostUrls(url: string): string[] {
  const [, before = '', hosts = '', after = ''] = /^(\w+:\/\/(?:[^/?#@]*@)?)([^/?#]*)(.*)$/.exec(url) ?? [];
  return hosts.split(',').map((host) => `${before}${host}${after}`);
}

/**
 * Whether a text is a PostgreSQL URL that names a database. `target_session_attrs` may not ask for a
 * standby, since the service needs the host that accepts writes.
 */
export function isDatabaseUrl(url: string): boolean {
  const urls = hostUrls(url);
  return (
    /^postgres(ql)?:\/\/./.test(url) &&
    urls.every((each) => URL.canParse(each) && (urls.length === 1 || new URL(each).hostname !== '')) &&
    new URL(urls[0] as string).pathname.length > 1 &&
    ['read-write', 'primary', 'any', null].includes(new URL(urls[0] as string).searchParams.get('target_session_attrs'))
  );
}
