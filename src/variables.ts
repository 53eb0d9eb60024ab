import { EnvError, makeExactValidator } from 'envalid';
import { StartError } from './start-error.ts';

/**
 * One line that names each invalid variable and what it accepts. The value is not repeated, since
 * it may be a secret.
 */
export class ConfigError extends StartError {}

export interface Limits {
  readonly min: number;
  readonly max: number;
}

export function within({ min, max }: Limits): string {
  return `an integer from ${min} to ${max}`;
}

export function integer({ min, max }: Limits) {
  return makeExactValidator<number>((input) => {
    const value = /^\d{1,9}$/.test(input) ? Number(input) : Number.NaN;
    if (value >= min && value <= max) return value;
    throw new EnvError();
  });
}

export function text(isAccepted: (input: string) => boolean) {
  return makeExactValidator<string>((input) => {
    if (isAccepted(input)) return input;
    throw new EnvError();
  });
}

export const origins = makeExactValidator<readonly string[]>((input) => {
  const list = input.split(',').map((entry) => entry.trim());
  if (list.every(isOrigin)) return list;
  throw new EnvError();
});

/**
 * Whether a value has the form that browsers send as `Origin`: lower case, no path, no default
 * port.
 */
function isOrigin(value: string): boolean {
  return isHttpUrl(value) && new URL(value).origin === value;
}

/** Whether a value is a URL of HTTP, without a user: pages and the log show URLs. */
export function isHttpUrl(value: string): boolean {
  if (!/^https?:\/\/\S+$/.test(value)) return false;
  const url = URL.parse(value);
  return url !== null && url.username === '' && url.password === '';
}

/**
 * Whether a value can be a name in a token or of a client. Spaces around it and invisible characters
 * are mistakes: nothing would match.
 */
export function isName(value: string): boolean {
  return value !== '' && value === value.trim() && !/\p{Cc}|[^\S ]/u.test(value);
}

/** Whether a value can be the name of a claim, or a path to one. */
export function isClaim(value: string): boolean {
  return value.split('.').every(isName);
}

/** Whether a value can be the `href` of a link to a page, on this site or another one. */
export function isLink(value: string): boolean {
  const site = 'http://site.invalid';
  // What follows `//` or `/\` is another host.
  return isHttpUrl(value) || (/^\/\S*$/.test(value) && URL.parse(value, site)?.origin === site);
}

/** What `isHttpUrl` accepts, in words. */
export const noUser = 'without a user or password';
/** What `isName` accepts, in words. */
export const aName = 'without spaces around it';

/** @param role as the contracts call it */
export function roleName(role: string) {
  return text(isName)({ default: role, desc: `what the role ${role} is called in tokens, ${aName}` });
}
