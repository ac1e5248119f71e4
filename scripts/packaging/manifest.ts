/** The extension's manifest: what of package.json an editor reads. */
import { z } from 'zod';

/** The rest is about the project as a package of npm. */
const KEPT = [
  ...['name', 'displayName', 'description', 'version', 'publisher', 'license', 'engines'],
  ...['categories', 'keywords', 'icon', 'galleryBanner', 'pricing', 'qna', 'homepage', 'repository', 'bugs'],
  ...['main', 'activationEvents', 'contributes', 'capabilities', 'extensionKind', 'extensionDependencies'],
];

const required = z.looseObject({
  name: z.string(),
  version: z.string(),
  publisher: z.string(),
  main: z.string(),
  engines: z.looseObject({ vscode: z.string() }),
});

/** @throws when package.json lacks what every extension has. */
export function extensionManifest(projectManifest: unknown): Record<string, unknown> & { version: string } {
  const whole = required.parse(projectManifest);
  const kept = Object.fromEntries(Object.entries(whole).filter(([key]) => KEPT.includes(key)));
  return { ...kept, version: whole.version, engines: { vscode: whole.engines.vscode } };
}
