/**
 * The document of a webview: one script, one style sheet, and a policy that forbids everything else. The controls'
 * library reads the nonce to try out whether the browser knows :focus-visible.
 */
import { randomBytes } from 'node:crypto';
import * as vscode from 'vscode';

/** Where the built pages stand: `NAME.js` and `NAME.css`. */
export const pagesFolder = (extension: vscode.Uri): vscode.Uri =>
  vscode.Uri.joinPath(extension, 'dist', 'webviews');

export function pageOf(webview: vscode.Webview, extension: vscode.Uri, name: string, title: string): string {
  const nonce = randomBytes(16).toString('base64');
  const file = (suffix: string) =>
    webview.asWebviewUri(vscode.Uri.joinPath(pagesFolder(extension), `${name}.${suffix}`)).toString();
  const policy = [
    "default-src 'none'",
    `script-src 'nonce-${nonce}'`,
    `style-src ${webview.cspSource} 'nonce-${nonce}'`,
    `font-src ${webview.cspSource}`,
  ].join('; ');
  return `<!DOCTYPE html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="${policy}">
<meta property="csp-nonce" content="${nonce}">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${title}</title>
<link rel="stylesheet" href="${file('css')}">
</head>
<body>
<script nonce="${nonce}" src="${file('js')}"></script>
</body>
</html>`;
}
