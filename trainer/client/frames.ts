/** JSON-RPC messages over a WebSocket, one a text frame: the ends that `vscode-jsonrpc` reads from and writes to. */
import {
  AbstractMessageReader,
  AbstractMessageWriter,
  type Disposable,
  type Message,
} from 'vscode-jsonrpc/node';

/** Hands over what it is given by `deliver`. */
export class FrameReader extends AbstractMessageReader {
  #callback: ((message: Message) => void) | undefined;

  override listen(callback: (message: Message) => void): Disposable {
    this.#callback = callback;
    return {
      dispose: () => {
        this.#callback = undefined;
      },
    };
  }

  deliver(message: Message): void {
    this.#callback?.(message);
  }

  closed(): void {
    this.fireClose();
  }
}

export class FrameWriter extends AbstractMessageWriter {
  readonly #send: (text: string) => void;

  constructor(send: (text: string) => void) {
    super();
    this.#send = send;
  }

  async write(message: Message): Promise<void> {
    this.#send(JSON.stringify(message));
  }

  end(): void {}
}
