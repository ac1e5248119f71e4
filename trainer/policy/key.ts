/** Keys of engines elsewhere: held by an environment variable, and sent only where nobody else can read them. */
import { keepsKeys } from '../../server/protocol/loopback.ts';
import { PolicyFailure } from './failure.ts';

/**
 * The key in the environment variable that its user names. None is looked for where none is named.
 * @throws PolicyFailure `unavailable`, which tells the variable's name and never its value.
 */
export function keyFrom(
  environment: Readonly<Record<string, string | undefined>>,
  variable: string | undefined,
): string | undefined {
  if (variable === undefined) return undefined;
  if (!/^[A-Za-z_]\w*$/.test(variable))
    throw refused(
      'A key is given by the name of an environment variable, such as OPENAI_API_KEY, and never itself.',
    );
  const key = environment[variable]?.trim();
  if (!key)
    throw refused(
      `The environment variable ${variable} is to hold the key, and is not set where this runs. A daemon has to be started anew to see it.`,
    );
  if (!/^[\x21-\x7e]+$/.test(key))
    throw refused(
      `What the environment variable ${variable} holds is no key: it has spaces or letters that no header takes.`,
    );
  return key;
}

/** Before a key is sent to an address, or anything to one that holds a key itself. @throws PolicyFailure `unavailable` */
export function checkRoute(address: URL, key: string | undefined): void {
  if (address.username !== '' || address.password !== '')
    throw refused(
      'A URL is no place for a key: it is shown and stored. Leave it out, and name the environment variable that holds the key.',
    );
  if (key !== undefined && !keepsKeys(address))
    throw refused(
      `The key would go to ${address.host} in the clear. Use https, or a tunnel to this machine.`,
    );
}

const refused = (message: string) => new PolicyFailure('unavailable', message);
