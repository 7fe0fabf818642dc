import { openSync } from "node:fs";
import { devNull } from "node:os";

import { CustomLogAdapter, SDK } from "@canton-network/wallet-sdk";

import { scopeClaims, signedToken } from "./tokens.ts";

const logAdapter = new CustomLogAdapter(() => undefined);

/** The published SDK, set up as a wallet sets it up for the user of a token. */
export const walletSdk = async (baseUrl: string, userId: string) => {
  const token = signedToken(scopeClaims(userId));
  return withQuietLoggers(() =>
    SDK.create({ auth: { method: "static", token }, ledgerClientUrl: baseUrl, logAdapter }),
  );
};

export type WalletSdk = Awaited<ReturnType<typeof walletSdk>>;

/** The part of the SDK that needs no ledger. */
export const offlineWallet = () => SDK.createOffline({ logAdapter });

/**
 * The clients inside the SDK make loggers of their own, which nobody can configure. A logger keeps the
 * descriptor that standard output has while it is made.
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
