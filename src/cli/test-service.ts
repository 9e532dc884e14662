// The port of our own servers, the sandbox and the proxy.
import { UsageError } from './io.ts';

/** The started server. Errors: {@link UsageError} for a port that is in use. */
export async function startedOn<T>(port: number, server: Promise<T>): Promise<T> {
  try {
    return await server;
  } catch (error) {
    const inUse = error instanceof Error && 'code' in error && error.code === 'EADDRINUSE';
    throw inUse ? new UsageError(`--port ${port} is in use: choose another, or leave out --port`) : error;
  }
}
