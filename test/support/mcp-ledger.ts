import { createLedger, type LedgerOptions } from "../../lib/index.ts";
import { type ServedLedger, serveLedger } from "../../middleware/cli/http-server.ts";
import type { LedgerConnectionSettings } from "../../middleware/mcp/index.ts";
import { iouPackage } from "./iou-package.ts";

export type IouServer = ServedLedger;

/** Secret of the control API of the served ledgers. */
export const controlSecret = "the secret of the control API";

/** Serves a ledger with the IOU package, with its explorer and by default its control API. */
export const serveIou = async (
  options: { readonly control?: boolean } & Pick<LedgerOptions, "apiVersion" | "packages"> = {},
): Promise<IouServer> => {
  const ledger = await createLedger({
    seed: 1,
    ...(options.apiVersion && { apiVersion: options.apiVersion }),
    packages: [iouPackage, ...(options.packages ?? [])],
  });
  ledger.requests.keep({ bodies: true });
  return serveLedger(ledger, {
    port: 0,
    auth: { kind: "disabled" },
    control: options.control ?? true,
    controlSecret,
    onUnexpectedError: (error) => {
      throw error;
    },
  });
};

/** Returns how to reach a served ledger. */
export const addressOf = ({ baseUrl }: IouServer, token?: string): LedgerConnectionSettings => ({
  url: baseUrl,
  token: () => token,
  controlSecret,
});
