/** The documents of the daemon's pages. Nothing in them comes from a run. */

export const PAGES = { curriculum: 'Curriculum', rollouts: 'Rollouts', saved: 'Saved run' } as const;
export type PageName = keyof typeof PAGES;

export const isPage = (name: string): name is PageName => Object.hasOwn(PAGES, name);

/** @param host of the request, which was found to be one of ours. */
export function policyOf(nonce: string, host: string): string {
  return [
    "default-src 'none'",
    "script-src 'self'",
    `style-src 'self' 'nonce-${nonce}'`,
    `connect-src 'self' ws://${host} wss://${host}`,
    "form-action 'self'",
    "base-uri 'none'",
    "frame-ancestors 'none'",
  ].join('; ');
}

const document = (title: string, head: string, body: string): string => `<!DOCTYPE html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${title} – Spade Studio</title>
<link rel="stylesheet" href="browser.css">
${head}</head>
<body>
${body}</body>
</html>
`;

export const pageDocument = (name: PageName, nonce: string): string =>
  document(
    PAGES[name],
    `<meta property="csp-nonce" content="${nonce}">\n<link rel="stylesheet" href="${name}.css">\n`,
    `<noscript>This page needs JavaScript.</noscript>\n<script src="${name}.js"></script>\n`,
  );

/** Goes on from here, since a cookie that keeps to this site is not sent along when another site's link led here. */
export const enteredDocument = (): string =>
  document(
    'Welcome',
    '<meta http-equiv="refresh" content="0; url=curriculum">\n',
    '<main class="door"><p>You are in. <a href="curriculum">Go on to the runs.</a></p></main>\n',
  );

/** @param why in a sentence. */
export const doorDocument = (why: string): string =>
  document(
    'Sign in',
    '',
    `<main class="door">
<h1>Spade Studio</h1>
<p role="alert">${why}</p>
<p>On the machine of the daemon, <code>spade daemon status</code> shows an address that lets a browser in. Or paste
the token, which <code>spade daemon token</code> shows:</p>
<form method="post" action="enter">
<label>Token <input name="token" type="password" autocomplete="off" required minlength="43" maxlength="43"></label>
<button>Sign in</button>
</form>
</main>
`,
  );
