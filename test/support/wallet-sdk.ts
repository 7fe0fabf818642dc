import { openSync } from "node:fs";
import { devNull } from "node:os";

import {
  CustomLogAdapter,
  type OfflineSDKInterface,
  SDK,
  type TokenProviderConfig,
} from "@canton-network/wallet-sdk";
import { WebSocket } from "ws";

import { scopeClaims, signedToken } from "./tokens.ts";

const logAdapter = new CustomLogAdapter(() => undefined);

/** Returns the published wallet SDK, configured like in a wallet, for this user. */
export const walletSdk = async (baseUrl: string, userId: string) => {
  const token = signedToken(scopeClaims(userId));
  const auth: TokenProviderConfig = { method: "static", token };
  const websocketURL = baseUrl.replace("http:", "ws:");
  return withQuietLoggers(() =>
    SDK.create({ auth, ledgerClientUrl: baseUrl, logAdapter, events: { websocketURL, auth } }),
  );
};

export type WalletSdk = Awaited<ReturnType<typeof walletSdk>>;

/** Returns the part of the SDK that needs no ledger. */
export const offlineWallet = (): OfflineSDKInterface => SDK.createOffline({ logAdapter });

/** Returns the first `count` items of a stream of the SDK, which is closed afterwards. */
export const takeItems = async <Item>(
  stream: AsyncIterable<Item>,
  count: number,
): Promise<readonly Item[]> => {
  const items: Item[] = [];
  for await (const item of stream) if (items.push(item) === count) break;
  return items;
};

/** Runs `use` with a global WebSocket, as in browsers and later versions of Node. */
export const withWebSockets = async (use: () => Promise<void>): Promise<void> => {
  const own = Object.getOwnPropertyDescriptor(globalThis, "WebSocket");
  Object.defineProperty(globalThis, "WebSocket", { value: WebSocket, configurable: true });
  try {
    await use();
  } finally {
    Reflect.deleteProperty(globalThis, "WebSocket");
    if (own !== undefined) Object.defineProperty(globalThis, "WebSocket", own);
  }
};

/**
 * Runs `make` without log output. The SDK's clients create loggers that cannot be configured; a logger writes
 * to the descriptor that standard output has when the logger is created.
 */
const withQuietLoggers = async <Result>(make: () => Promise<Result>): Promise<Result> => {
  const { fd } = process.stdout;
  quiet ??= openSync(devNull, "w");
  try {
    Object.assign(process.stdout, { fd: quiet });
    return await make();
  } finally {
    Object.assign(process.stdout, { fd });
  }
};

let quiet: number | undefined;
