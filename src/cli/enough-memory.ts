// Whether the network's library can start: its parser is WebAssembly, for whose memory the runtime sets aside gigabytes of
// addresses (not of memory). Where that is refused (ulimit -v), the library fails later, at a moment of its own.
import { SettingError } from './io.ts';

/** The smallest module that has a memory. */
const ONE_PAGE = new Uint8Array([0, 0x61, 0x73, 0x6d, 1, 0, 0, 0, 5, 3, 1, 0, 1]);

interface Wasm {
  readonly Module: new (bytes: Uint8Array) => object;
  readonly Instance: new (module: object) => object;
}

/** Errors: {@link SettingError}. */
export function requireMemory(): void {
  const { WebAssembly } = globalThis as unknown as { readonly WebAssembly: Wasm }; // Node's types leave it to the browser's
  try {
    new WebAssembly.Instance(new WebAssembly.Module(ONE_PAGE));
  } catch (error) {
    if (!(error instanceof RangeError)) throw error;
    throw new SettingError(
      "the system doesn't give this process enough memory (ulimit -v): raise the limit",
      'memory',
    );
  }
}
