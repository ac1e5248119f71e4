/** The packages of the extension that are made, and what each may weigh. */

export interface Flavour {
  /** Ends the file's name. */
  readonly name: string;
  /** VS Code's name of the platform; left out: any. */
  readonly target?: string;
  /**
   * What plays environments, the interpreter's image and isolated-vm's binaries for the platform, and what trains on
   * them: the command line, the pocket policy and ONNX Runtime's binaries.
   */
  readonly sandbox: boolean;
  /** A Node to run it, for editors whose own cannot: all desktop editors. */
  readonly node: boolean;
  /** Bytes of the .vsix file. */
  readonly budget: number;
}

const MB = 1_000_000;

export const FLAVOURS: readonly Flavour[] = [
  { name: 'linux-x64', target: 'linux-x64', sandbox: true, node: true, budget: 85 * MB },
  /** For servers (Remote-SSH, code-server), whose Node fits, and for people who have a Node 24. */
  { name: 'linux-x64-without-node', target: 'linux-x64', sandbox: true, node: false, budget: 40 * MB },
  /** Reads environments and plays none. */
  { name: 'universal', sandbox: false, node: false, budget: 2 * MB },
];
