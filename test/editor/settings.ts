/** The editor's settings under test: quiet, still, offline. */

/** The labels of VS Code's own themes. */
export const THEMES = {
  dark: 'Default Dark Modern',
  light: 'Default Light Modern',
  'high contrast': 'Default High Contrast',
} as const;

export type Theme = keyof typeof THEMES;

export function settingsFor(theme: Theme): Record<string, unknown> {
  return {
    'workbench.colorTheme': THEMES[theme],
    'window.autoDetectColorScheme': false,
    'window.autoDetectHighContrast': false,
    'workbench.startupEditor': 'none',
    'workbench.tips.enabled': false,
    'workbench.enableExperiments': false,
    'workbench.settings.enableNaturalLanguageSearch': false,
    'workbench.secondarySideBar.defaultVisibility': 'hidden',
    'workbench.layoutControl.enabled': false,
    'workbench.editor.restoreViewState': false,
    'workbench.reduceMotion': 'on',
    'window.commandCenter': false,
    'chat.disableAIFeatures': true,
    'chat.commandCenter.enabled': false,
    'security.workspace.trust.enabled': false,
    'telemetry.telemetryLevel': 'off',
    'extensions.autoUpdate': false,
    'extensions.autoCheckUpdates': false,
    'extensions.ignoreRecommendations': true,
    'update.mode': 'none',
    'update.showReleaseNotes': false,
    'git.enabled': false,
    'remote.autoForwardPorts': false,
    'remote.restoreForwardedPorts': false,
    'editor.minimap.enabled': false,
    'editor.cursorBlinking': 'solid',
    'files.autoSave': 'off',
    'files.hotExit': 'off',
  };
}
