/** What the editor can do, as far as it matters here. */
import type { ClientCapabilities } from 'vscode-languageserver';

export interface Features {
  /** It asks for diagnostics; otherwise they are sent to it. */
  readonly pull: boolean;
  readonly refreshDiagnostics: boolean;
  readonly refreshLenses: boolean;
  readonly refreshHints: boolean;
  readonly configuration: boolean;
  /** There may be several folders, and they may change. */
  readonly folders: boolean;
  readonly progress: boolean;
  /** Changes of files are told when asked for. */
  readonly watch: boolean;
  readonly snippets: boolean;
}

export function featuresOf({ workspace, textDocument, window }: ClientCapabilities): Features {
  return {
    pull: textDocument?.diagnostic !== undefined,
    refreshDiagnostics: workspace?.diagnostics?.refreshSupport === true,
    refreshLenses: workspace?.codeLens?.refreshSupport === true,
    refreshHints: workspace?.inlayHint?.refreshSupport === true,
    folders: workspace?.workspaceFolders === true,
    configuration: workspace?.configuration === true,
    progress: window?.workDoneProgress === true,
    watch: workspace?.didChangeWatchedFiles?.dynamicRegistration === true,
    snippets: textDocument?.completion?.completionItem?.snippetSupport === true,
  };
}
