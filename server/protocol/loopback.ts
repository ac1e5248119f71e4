/** This machine's own names. What goes elsewhere without TLS can be read on its way. */

/** As a URL's host has them. */
export const LOOPBACK = ['localhost', '127.0.0.1', '[::1]'] as const;

/** Of a name or an address, as a URL's host or as it is listened on. */
export const isLoopback = (host: string): boolean =>
  /^127(\.\d{1,3}){3}$/.test(host) || LOOPBACK.some((name) => name === host || name === `[${host}]`);

/** Whether nobody else reads a key that is sent there: over TLS, or within this machine. */
export const keepsKeys = ({
  protocol,
  hostname,
}: Readonly<Record<'protocol' | 'hostname', string>>): boolean =>
  protocol === 'https:' || isLoopback(hostname);
