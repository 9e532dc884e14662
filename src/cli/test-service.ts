// Servers of our own, the sandbox and the proxy: their port and their wallets.
import { PLAIN_DECIMAL } from '../interface/decimal.ts';
import { type SandboxOptions } from '../sandbox/options.ts';
import { UsageError } from './io.ts';

/** Errors: {@link UsageError} for what is not an amount. */
export function sandboxBalances(
  given: readonly string[],
): Partial<Pick<SandboxOptions, 'balance' | 'balances'>> {
  const balances = new Map<string, string>();
  let all: string | undefined;
  for (const text of given) {
    const [, currency, amount = text] = /^([^=]+)=(.*)$/.exec(text) ?? [];
    if (!PLAIN_DECIMAL.test(amount))
      throw new UsageError(`--balance ${text}: expected CUR=AMOUNT, such as USDC=1250.00`);
    if (currency === undefined) all = amount;
    else balances.set(currency.toUpperCase(), amount);
  }
  return { ...(all !== undefined && { balance: all }), ...(balances.size > 0 && { balances }) };
}

/** The started server. Errors: {@link UsageError} for a port that is in use. */
export async function startedOn<T>(port: number, server: Promise<T>): Promise<T> {
  try {
    return await server;
  } catch (error) {
    const inUse = error instanceof Error && 'code' in error && error.code === 'EADDRINUSE';
    throw inUse ? new UsageError(`--port ${port} is in use: choose another, or leave out --port`) : error;
  }
}
