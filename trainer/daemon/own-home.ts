/** The daemon's folder as the daemon itself uses it. */
import { chmodSync, mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { type Address, Home } from '../client/home.ts';
import { asStoreError } from '../store/failure.ts';

export class OwnHome extends Home {
  /** Makes the folder, for its owner alone. @throws StoreError */
  make(): void {
    try {
      mkdirSync(this.runs, { recursive: true, mode: 0o700 });
      if (process.platform !== 'win32') chmodSync(this.folder, 0o700);
    } catch (error) {
      throw asStoreError(error, this.folder);
    }
  }

  writeAddress(value: Address): void {
    writeFileSync(this.address, `${JSON.stringify(value, null, 1)}\n`, { mode: 0o600 });
  }

  removeAddress(): void {
    rmSync(this.address, { force: true });
  }
}
